import type { Dice } from '../dice.ts';
import {
  cellsOf,
  everywhere,
  type FieldRow,
  ruled,
  storedFields,
  type Version,
  withRow,
  withoutLimits,
} from './rows.ts';

const LANGUAGE_OF_CHANGE = /\b(was|from|back|unique)\b/;

function usesOf(text: string, name: string): number {
  return text.split(new RegExp(`\\b${name}\\b`)).length - 1;
}

function isOptional({ rules }: FieldRow): boolean {
  return /(^|`|, )(optional|required for new)/.test(rules);
}

/** The value of a field where it has one, else none. */
function whereThere(field: FieldRow, value: string): string {
  return isOptional(field) ? `if ${field.name} == null then null else ${value}` : value;
}

/** An entity by another name, whatever refers to it; screens keep theirs. */
export function renameEntity(text: string, dice: Dice): Version | null {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith('## 3. '));
  const to = lines.findIndex((line) => line.startsWith('## 4. '));
  const own = lines.slice(from, to).flatMap((line) => /^### ([A-Z]\w*)$/.exec(line)?.[1] ?? []);
  const name = dice.maybe(own.filter((each) => each !== 'User' && each !== 'Gone'));
  if (name === undefined) return null;
  const now = `New${name}`;
  if (usesOf(text, now) > 0) return null;
  const parameter = (entity: string): string => `{${entity.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase()}}`;
  const renamed = lines.map((line, place) => {
    if (line === `### ${name}` && place > from && place < to) return `### ${now} (was: ${name})`;
    const isScreen = /^### .* `\//.test(line);
    return isScreen ? line.replaceAll(parameter(name), parameter(now)) : everywhere(line, name, now);
  });
  return { text: renamed.join('\n'), edit: `the entity ${name} is ${now}`, entity: [name, now] };
}

/** Two states are one, in every workflow that has one of them. */
export function mergeStates(text: string, dice: Dice, fresh: (word: string) => string): Version | null {
  if (text.includes('| was |')) return null;
  const states = dice.pick([
    ['waiting', 'checked'],
    ['checked', 'active'],
    ['waiting', 'active'],
  ] as const);
  const name = fresh('merged');
  let [isTable, isDone] = [false, false];
  const lines = text.split('\n').flatMap((line) => {
    if (!line.startsWith('|')) [isTable, isDone] = [false, false];
    if (line.startsWith('| state |')) {
      isTable = true;
      return [`${line} was |`];
    }
    const now = states
      .reduce((words, state) => everywhere(words, state, name), line)
      .replaceAll(`${name}, ${name}`, name);
    if (!isTable) return [now];
    if (line.startsWith('| ---')) return [`${line} --- |`];
    if (cellsOf(now)[0] !== name) return [`${now} |`];
    const was = states.filter((state) => new RegExp(`^\\| ${state} \\|`, 'm').test(text)).join(', ');
    const row = isDone ? [] : [`${now} ${was} |`];
    isDone = true;
    return row;
  });
  if (!lines.some((line) => line.includes(name))) return null;
  return {
    text: lines.join('\n'),
    edit: `the states ${states.join(' and ')} are ${name}`,
    words: states.map((state) => [state, name]),
  };
}

/** A text that nothing else names becomes two fields, which `back` puts together. */
export function splitField(text: string, dice: Dice, fresh: (word: string) => string): Version | null {
  const fields = storedFields(text).filter(
    ({ name, type, rules }) => type === 'text' && usesOf(text, name) === 1 && !LANGUAGE_OF_CHANGE.test(rules),
  );
  const field = dice.maybe(fields);
  if (field === undefined) return null;
  const { name, line, entity } = field;
  const [first, rest] = [fresh('first'), fresh('rest')];
  const part = (from: string) => whereThere(field, from);
  const joined = `(if ${first} == null then "" else ${first}) + (if ${rest} == null then "" else ${rest})`;
  const rows = [
    [first, 'text', `\`optional, from ${part(`substring(${name}, 0, 1)`)}, back ${name} = ${joined}\``],
    [rest, 'text', `\`optional, from ${part(`substring(${name}, 1, size(${name}))`)}\``],
  ];
  const lines = text.split('\n');
  const more = cellsOf(lines[line] ?? '').slice(3);
  return {
    text: lines.toSpliced(line, 1, ...rows.map((cells) => `| ${[...cells, ...more].join(' | ')} |`)).join('\n'),
    edit: `${entity}.${name} is split`,
    other: name,
  };
}

const FILLED: Readonly<Record<string, string>> = {
  text: '"none"',
  integer: '7',
  boolean: 'false',
  date: '"2026-03-01"',
  money: '0 EUR',
};

/** An optional field is required, and records that lack it have a value by that. */
export function requireField(text: string, dice: Dice): Version | null {
  const field = dice.maybe(
    storedFields(text).filter(
      (each) => each.type in FILLED && /(^|`|, )optional/.test(each.rules) && !LANGUAGE_OF_CHANGE.test(each.rules),
    ),
  );
  if (field === undefined) return null;
  const { name, type, entity } = field;
  const kept = withoutLimits(field.rules)
    .split(', ')
    .filter((rule) => rule !== 'optional' && rule !== 'clear' && rule !== '');
  const rules = ruled(`from if ${name} == null then ${FILLED[type]} else ${name}, back ${name}`, kept.join(', '));
  return { text: withRow(text, field, { rules }), edit: `${entity}.${name} is required`, other: name };
}

/** The values of a field become records of an entity, one for each. */
export function extractEntity(text: string, dice: Dice, fresh: (word: string) => string): Version | null {
  const field = dice.maybe(
    storedFields(text).filter(
      ({ name, type, rules }) =>
        (type === 'text' || type === 'integer') && usesOf(text, name) === 1 && !LANGUAGE_OF_CHANGE.test(rules),
    ),
  );
  if (field === undefined) return null;
  const { name, type, entity } = field;
  const made = fresh('Made').replace('_', '');
  const value = fresh('value');
  const otherwise = type === 'text' ? '""' : '0';
  const back = isOptional(field)
    ? `if ${name} == null then null else ${name}.${value}`
    : `if ${name} == null then ${otherwise} else ${name}.${value}`;
  const changed = withRow(text, field, { type: made, rules: `\`optional, from ${name}, back ${back}\`` });
  const where = isOptional(field) ? ` where ${name} != null` : '';
  const section = `### ${made}\n\n| field | type | rules |\n| --- | --- | --- |\n| ${value} | ${type} | unique, from ${name} |\n\n| setting | is |\n| --- | --- |\n| from | \`${entity}${where}, key ${name}\` |\n`;
  const [, heading = ''] = /^(?:### Gone\n[\s\S]*?)?(## 4\. .*)$/m.exec(changed) ?? [];
  const place = changed.includes('\n### Gone\n\n| entity') ? '### Gone\n\n| entity' : heading;
  return {
    text: changed.replace(`\n${place}`, () => `\n${section}\n${place}`),
    edit: `the values of ${entity}.${name} are records of ${made}`,
    other: name,
  };
}
