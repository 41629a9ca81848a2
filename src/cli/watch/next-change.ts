import { createCancelSource } from "#engine/cancel";
import type { CancelToken, Ports } from "#engine/ports";

/** Until something happens in the folder, the interval is over, or the reader leaves. */
export async function nextChange(
  ports: Ports,
  folder: string,
  { intervalMs, leave }: { readonly intervalMs: number; readonly leave: CancelToken },
): Promise<void> {
  const wake = createCancelSource();
  const releases = [
    ports.files.watch(folder, () => wake.cancel("request")),
    leave.onCancel(() => wake.cancel("request")),
  ];
  await ports.clock.sleep(intervalMs, wake.token);
  for (const release of releases) release();
}
