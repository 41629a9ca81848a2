/** `20261121-061500`, in UTC: of what is kept under its moment. */
export function fileStamp(ms: number): string {
  const digits = new Date(ms).toISOString().replaceAll(/[-:]/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(9, 15)}`;
}
