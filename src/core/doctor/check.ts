import type { Hint } from "#contracts/error";
import type { DoctorCheck } from "#contracts/schema/doctor";

type Name = DoctorCheck["check"];

export const passed = (check: Name, message: string): DoctorCheck => ({
  check,
  result: "ok",
  message,
  remedies: [],
});

/** The loop works all the same. */
export const doubtful = (check: Name, message: string, ...remedies: readonly Hint[]): DoctorCheck => ({
  check,
  result: "warning",
  message,
  remedies: [...remedies],
});

/** The loop can't do its work. */
export const failed = (check: Name, message: string, ...remedies: readonly Hint[]): DoctorCheck => ({
  check,
  result: "error",
  message,
  remedies: [...remedies],
});
