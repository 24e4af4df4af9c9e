/** The reasons that a code may have: a text by name, or a function that makes the text from the reason's subject. */
export type Reasons = Readonly<Record<string, string | ((about: never) => string)>>;

/** One of these reasons as data: its name, or `{ because: 'twice', name: 'x' }` where it is about something. */
export type Because<Table extends Reasons> = {
  readonly [Name in keyof Table]: Table[Name] extends (about: infer About) => string
    ? { readonly because: Name } & About
    : Name;
}[keyof Table];

/** The words of a reason. */
export function wordsOf<Table extends Reasons>(table: Table, reason: Because<Table>): string {
  const name = typeof reason === 'object' ? (reason as { because: keyof Table }).because : (reason as keyof Table);
  const words: string | ((about: never) => string) | undefined = table[name];
  return typeof words === 'function' ? words(reason as never) : (words ?? '');
}
