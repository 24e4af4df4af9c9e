import type { Dice } from '../dice.ts';

/** A document with one change in it. */
export interface Version {
  readonly text: string;
  /** The change, in words. */
  readonly edit: string;
  readonly renamed?: readonly [from: string, to: string];
  readonly word?: readonly [from: string, to: string];
  /** Several words that became others. */
  readonly words?: readonly (readonly [from: string, to: string])[];
  readonly entity?: readonly [from: string, to: string];
  readonly other?: string;
  /** Several fields that have other values now, or none. */
  readonly others?: readonly string[];
  /** The entities that are gone with their records. */
  readonly gone?: readonly string[];
}

/** A field of point 3 as its row states it. */
export interface FieldRow {
  readonly entity: string;
  readonly line: number;
  readonly name: string;
  readonly type: string;
  readonly rules: string;
}

/** A change of a document's text; null if there is nothing to change in this way. */
export type Edit = (text: string, dice: Dice, fresh: (word: string) => string) => Version | null;

/** The rows of fields in point 3 that hold a value of their own, and whose name nothing else has. */
export function storedFields(text: string): FieldRow[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('## 3. '));
  const to = lines.findIndex((line) => line.startsWith('## 4. '));
  const rows: FieldRow[] = [];
  let [entity, isTable] = ['', false];
  for (const [line, words] of lines.entries()) {
    if (line < from || line >= to) continue;
    if (words.startsWith('### ')) entity = /^### (\w+)/.exec(words)?.[1] ?? '';
    if (!words.startsWith('|')) isTable = false;
    else if (words.startsWith('| field |')) isTable = true;
    else if (isTable && !words.startsWith('| ---')) {
      const [name = '', type = '', rules = ''] = cellsOf(words);
      const isStored = !/^(list of|all |number|slug|not shown)/.test(type) && !/(^|`|, )= /.test(rules);
      if (isStored && /_\d+$/.test(name) && entity !== 'Gone') rows.push({ entity, line, name, type, rules });
    }
  }
  return rows;
}

/** A bar within a cell has a backslash before it. */
export function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The row of a field with another type and other rules; further cells stay. */
export function withRow(
  text: string,
  { line }: FieldRow,
  change: Partial<Pick<FieldRow, 'name' | 'type' | 'rules'>>,
): string {
  const lines = text.split('\n');
  const [name = '', type = '', rules = '', ...more] = cellsOf(lines[line] ?? '');
  const cells = [change.name ?? name, change.type ?? type, change.rules ?? rules, ...more];
  return lines.with(line, `| ${cells.join(' | ')} |`).join('\n');
}

/** Rules with one more at their beginning; with backticks, which an expression may need. */
export function ruled(rule: string, rules: string): string {
  const inner = rules.replace(/^`(.*)`$/s, '$1');
  const all = inner === '' ? rule : `${rule}, ${inner}`;
  return /[*_<>=]/.test(all) ? `\`${all}\`` : all;
}

/** Rules without those that a change of type would break. */
export function withoutLimits(rules: string): string {
  const inner = rules.replace(/^`(.*)`$/s, '$1');
  if (/\bwhen |\bamong |matches/.test(inner)) return '';
  return inner
    .split(', ')
    .filter((rule) => !/\.\.|^default|^required|^was|^from/.test(rule))
    .join(', ');
}

export function everywhere(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to);
}

/** Whether a text names one of these words. */
export function namesOne(text: string, words: ReadonlySet<string>): boolean {
  return (text.match(/\w+/g) ?? []).some((word) => words.has(word));
}
