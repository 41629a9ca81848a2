import * as fc from "fast-check";

/** One character of any kind, halves of characters included; fast-check's own "binary" takes a second of CPU to make. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat({ max: 0x2ff }), fc.nat({ max: 0xffff }), fc.nat({ max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
