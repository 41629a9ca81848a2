/** What an item without criteria gets. Spec: BacklogItem, default criterion. `verify` is the profile's composite command. */
export function defaultCriterion(verify: string | null): string {
  return verify === null || verify.trim() === ""
    ? "The project's own verification passes"
    : `${verify} passes`;
}

/** Whether a criterion bears the auto badge. */
export const isDefaultCriterion = (criterion: string, verify: string | null): boolean =>
  criterion === defaultCriterion(verify) || criterion === defaultCriterion(null);
