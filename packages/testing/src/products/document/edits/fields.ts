import type { Dice } from '../dice.ts';
import { cellsOf, ruled, storedFields, type Version, withoutLimits, withRow } from './rows.ts';

const ADDED: readonly (readonly [word: string, type: string, rules: string])[] = [
  ['remark', 'text', 'optional'],
  ['remark', 'text', 'required for new, ..20 for new'],
  ['grade', 'integer', 'default 3'],
  ['grade', 'integer', 'from 4, 0..9'],
  ['grade', 'integer', '1..'],
  ['urgent', 'boolean', 'default false, indexed'],
  ['stage', 'enum(one, two)', 'from "two"'],
  ['stage', 'enum(one, two)', 'optional, from "three" else open'],
  ['doubled', 'integer', '`= 2 * 2`'],
];

export function addField(text: string, dice: Dice, fresh: (word: string) => string): Version | null {
  const last = dice.maybe(storedFields(text));
  if (last === undefined) return null;
  const [word, type, rules] = dice.pick(ADDED);
  const name = fresh(word);
  const lines = text.split('\n');
  const columns = cellsOf(lines[last.line] ?? '').length;
  const cells = [name, type, rules, ...Array.from({ length: Math.max(0, columns - 3) }, () => '')];
  // A table without rules has no column for them.
  if (columns < 3 && rules !== '') return null;
  return {
    text: lines.toSpliced(last.line + 1, 0, `| ${cells.join(' | ')} |`).join('\n'),
    edit: `${last.entity} has ${name} (${type}, ${rules})`,
  };
}

/** By type: the possible new types of a field, and the conversion of its values. */
const CONVERSIONS: Readonly<Record<string, readonly ((name: string) => readonly [type: string, rules: string])[]>> = {
  integer: [
    (name) => ['decimal(12, 2)', `from ${name} / 2, back trunc(${name} * 2)`],
    (name) => ['integer', `from ${name} + 1, back ${name} - 1`],
    (name) => ['integer', `from ${name} * 10`],
    (name) => ['text', `optional, from text(${name})`],
  ],
  text: [
    (name) => ['text', `from "x" + ${name}, back substring(${name}, 1, size(${name}))`],
    (name) => ['long text', `optional, from ${name}, back ${name}`],
    (name) => ['enum(one, two)', `from ${name} else open`],
    (name) => ['integer', `optional, from integer(${name}), back if ${name} == null then "none" else text(${name})`],
    (name) => ['integer', `optional, from size(${name}), back "back"`],
  ],
  boolean: [
    (name) => ['enum(yes_it_is, no)', `from if ${name} then "yes_it_is" else "no", back ${name} == "yes_it_is"`],
  ],
  date: [
    (name) => ['date', `from ${name} + 1 day, back ${name} - 1 day`],
    () => ['datetime', 'optional, from datetime("2026-03-01T00:00:00Z")'],
  ],
  datetime: [(name) => ['date', `from date(${name})`]],
  'decimal(8, 2)': [
    (name) => ['integer', `from trunc(${name})`],
    (name) => ['text', `from text(${name})`],
    (name) => ['decimal(12, 4)', `from ${name} / 4, back ${name} * 4`],
  ],
  User: [(name) => ['many User', `optional, from [${name}], back first(${name})`]],
  money: [(name) => ['money', `from ${name} * 2, back ${name} * 0.5`]],
};

/** A field whose values are worked out of those that it had. */
export function convert(text: string, dice: Dice): Version | null {
  const fields = storedFields(text).filter(
    ({ type, rules }) => type in CONVERSIONS && !/unique|\b(was|from)\b/.test(rules),
  );
  const field = dice.maybe(fields);
  if (field === undefined) return null;
  const [type, rule] = dice.pick(CONVERSIONS[field.type] ?? [])(field.name);
  const isOptional = /(^|`|, )(optional|required for new)/.test(field.rules);
  const guarded = isOptional
    ? rule.replace(/from (.*?)(?=(, back |$))/, (_found, value: string) =>
        value.endsWith(' else open') ? `from ${value}` : `from if ${field.name} == null then null else ${value}`,
      )
    : rule;
  const kept = withoutLimits(field.rules)
    .split(', ')
    .filter(
      (one) => one !== '' && !(one === 'optional' && guarded.startsWith('optional')) && !guarded.includes('else open'),
    );
  const rules = ruled(guarded, kept.join(', '));
  return {
    text: withRow(text, field, { type, rules }),
    edit: `${field.entity}.${field.name} is ${type} ${rules}`,
    other: field.name,
  };
}

/** A field that nothing else names is gone. */
export function dropField(text: string, dice: Dice): Version | null {
  const uses = (name: string): number => text.split(new RegExp(`\\b${name}\\b`)).length - 1;
  const field = dice.maybe(storedFields(text).filter(({ name }) => uses(name) === 1));
  if (field === undefined) return null;
  const lines = text.split('\n').toSpliced(field.line, 1);
  const end = lines.findIndex((line, at) => at >= field.line && /^#{2,3} /.test(line));
  const known = lines.findIndex((line, at) => at > field.line && at < end && line === '#### Gone');
  const row = `| ${field.name} |`;
  const added = known >= 0 ? [row] : ['#### Gone', '', '| field |', '| --- |', row, ''];
  return {
    text: lines.toSpliced(known >= 0 ? known + 4 : end, 0, ...added).join('\n'),
    edit: `${field.entity}.${field.name} is gone`,
    other: field.name,
  };
}
