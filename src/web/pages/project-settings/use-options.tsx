import type { MarkerOptions } from "#contracts/schema/marker";
import { useSend } from "#web/api/queries";
import { readNumber, type NumberRule } from "#web/forms/number-text";
import type { Save, Saving } from "#web/forms/saved-field";
import { showFailure } from "#web/ui/toast";

type NumberOption = "maxIterations" | "sessionTimeout" | "circuitBreakerThreshold" | "sweepMinAgeDays";
type SwitchOption = "sleepOnLimit" | "autoSweep" | "ignoreInTool";
type OptionChange = { readonly [K in keyof MarkerOptions]?: MarkerOptions[K] | null };

export interface Options {
  readonly change: (change: OptionChange) => Promise<string | null>;
  /** Of a field; `empty` is stored for an empty one. */
  readonly number: (name: NumberOption, rule: NumberRule, empty: number | null) => Save;
  readonly turn: (name: SwitchOption, on: boolean) => void;
}

/** Changes of a project's options, one at a time. */
export function useOptions(id: string, saving: Saving): Options {
  const { mutateAsync } = useSend("PUT /api/projects/:id/options");
  const change = (body: OptionChange) => saving(mutateAsync({ params: { id }, body: body as MarkerOptions }));
  return {
    change,
    number: (name, rule, empty) => async (typed) => {
      const read = readNumber(typed, rule);
      return typeof read === "string" ? read : change({ [name]: read ?? empty });
    },
    turn: (name, on) => {
      void change({ [name]: on }).then((wrong) => wrong !== null && showFailure("Not saved", wrong));
    },
  };
}
