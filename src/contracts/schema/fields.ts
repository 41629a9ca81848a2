import * as z from "zod";

/** What a schema yields, readonly all the way down. */
export type Data<S extends z.ZodType> = DeepReadonly<z.infer<S>>;

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** An object that lives in a file: unknown fields pass through parsing, yet the type names the known ones alone. */
export function fileObject<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  const loose: z.ZodType = z.looseObject(shape);
  return loose as z.ZodObject<S>;
}

export const nonEmpty = z.string().min(1, "must not be empty");

/** ISO 8601, whatever form of it can be read as a point in time. */
export const timestamp = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be an ISO 8601 date and time")
  .meta({ format: "date-time" });

/** A whole number from 0 on. */
export const count = z.int().min(0);

/** A calendar month, as in 2026-11. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, YYYY-MM");

/** May be a fraction; 0.05 is three seconds. */
export const minutes = z.number().positive();

/** An environment variable's name to its value. */
export const variables = z.record(z.string(), z.string());

/** Settings that only their owner understands. */
export const settings = z.record(z.string(), z.unknown());
