/** A record as its file holds it: keys and unknown fields in the order they were read in. */
export const jsonText = (record: object): string => `${JSON.stringify(record, null, 2)}\n`;
