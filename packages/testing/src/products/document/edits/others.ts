import type { Dice } from '../dice.ts';
import { cellsOf, ruled, storedFields, type Version, withRow } from './rows.ts';

/** A screen is gone, and the views that people saved of it. */
export function dropScreen(text: string, dice: Dice): Version | null {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.startsWith('## 3. '));
  const screens = lines.flatMap((line, at) => (at < end && line.startsWith('### ') && line.includes('`/') ? [at] : []));
  const from = dice.maybe(screens);
  if (from === undefined || screens.length < 2 || lines.includes('### Gone')) return null;
  const next = lines.findIndex((line, at) => at > from && /^#{2,3} /.test(line));
  const name = /^### (.*?) `/.exec(lines[from] ?? '')?.[1] ?? '';
  const gone = ['### Gone', '', '| screen |', '| --- |', `| ${name} |`, ''];
  const without = lines.toSpliced(from, next - from);
  return { text: without.toSpliced(end - (next - from), 0, ...gone).join('\n'), edit: `the screen ${name} is gone` };
}

/** A limit for new values, or one that stored values may break. */
export function tighten(text: string, dice: Dice): Version | null {
  const field = dice.maybe(storedFields(text).filter(({ type }) => ['text', 'long text', 'integer'].includes(type)));
  if (field === undefined || /\.\.|required/.test(field.rules)) return null;
  const isText = field.type !== 'integer';
  const rule = dice.pick(isText ? ['..30 for new', '..3', '2.. for new'] : ['0..50 for new', '0..5']);
  const isNeeded = /(^|`|, )optional/.test(field.rules) && dice.once(2);
  const rules = isNeeded ? field.rules.replace('optional', 'required for new') : field.rules;
  return {
    text: withRow(text, field, { rules: ruled(rule, rules) }),
    edit: `${field.entity}.${field.name} is asked ${rule}`,
  };
}

/** One cell of point 6 says the opposite. */
export function permitOtherwise(text: string, dice: Dice): Version | null {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line === '### Permissions');
  const to = lines.findIndex((line) => line.startsWith('## 7. '));
  const rows = lines.flatMap((line, at) => (at > from && at < to && /\| (yes|no) \|/.test(line) ? [at] : []));
  const at = dice.maybe(rows);
  if (at === undefined) return null;
  const row = lines[at] ?? '';
  const changed =
    row.includes('| yes |') && dice.once(2) ? row.replace('| yes |', '| no |') : row.replace('| no |', '| yes |');
  return { text: lines.with(at, changed).join('\n'), edit: `${row} is ${changed}` };
}

/** A constant that was left open has a value, or one that had is left open. */
export function stateConstant(text: string, dice: Dice): Version | null {
  const lines = text.split('\n');
  const at = dice.maybe(lines.flatMap((line, place) => (/^\| LIMIT_\d+ \| [^[]+ \|$/.test(line) ? [place] : [])));
  if (at === undefined) return null;
  const [name = '', value = ''] = cellsOf(lines[at] ?? '');
  const stated = value === 'not shown' ? '3' : 'not shown';
  return { text: lines.with(at, `| ${name} | ${stated} |`).join('\n'), edit: `${name} is ${stated}` };
}
