const VARIABLE = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g;

/** A template's text with each `{{name}}` that is known replaced, once: a value is never looked into. Unknown ones stay as they are. */
export function render(text: string, vars: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (whole: string, name: string) =>
    Object.hasOwn(vars, name) ? (vars[name] ?? whole) : whole,
  );
}
