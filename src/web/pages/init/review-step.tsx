import { composeVerify } from "#core/profile/verify-command";
import { commandsOf } from "#web/forms/command-rows";
import { itemsOf, outlookOf } from "#web/pages/init/init-draft";
import { idAt } from "#web/pages/init/read-seed";
import type { Init } from "#web/pages/init/use-init";
import { FileList, WRITTEN_FILES } from "#web/pages/install/review-step";
import { Notice } from "#web/ui/notice";

const NAMED_ITEMS = 5;

/** Everything that will be made, before it is. */
export function ReviewStep({ init }: { readonly init: Init }) {
  const { draft } = init;
  const { files, fault } = outlookOf(draft);
  const items = itemsOf(draft);
  const verify = composeVerify(commandsOf(draft.commands));
  const tools = WRITTEN_FILES.filter(({ file }) => !files.includes(file));
  return (
    <>
      {fault !== null && <Notice tone="danger">{fault}</Notice>}
      <FileList
        files={[
          ...files.map(
            (file) =>
              [file, file.endsWith("backlog.json") ? itemWords(items.length) : "Of the stack"] as const,
          ),
          ...tools.map(({ file, use }) => [file, use] as const),
        ]}
      />
      {items.length > 0 && (
        <div className="field">
          <span className="label">Items</span>
          <ul className="lines">
            {items.slice(0, NAMED_ITEMS).map(({ title }, at) => (
              <li key={idAt(at)}>
                <span className="id">{idAt(at)}</span>
                <span className="cut" title={title}>
                  {title}
                </span>
              </li>
            ))}
            {items.length > NAMED_ITEMS && (
              <li className="faint">{`and ${items.length - NAMED_ITEMS} more`}</li>
            )}
          </ul>
        </div>
      )}
      <div className="field">
        <span className="label">Verify runs</span>
        <code className="verify">{verify === "" ? "Nothing: no command is on" : verify}</code>
      </div>
    </>
  );
}

export function itemWords(count: number): string {
  return count === 0 ? "No items yet" : count === 1 ? "1 item" : `${count} items`;
}
