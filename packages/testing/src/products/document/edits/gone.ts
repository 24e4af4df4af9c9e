import type { Dice } from '../dice.ts';
import { rowWithout } from './gone-rows.ts';
import { cellsOf, namesOne, type Version } from './rows.ts';

/** The heading of a section, with the name that it states, and the entity that this is of. */
const HEADING = /^(#{2,4}) (?:(\w+)(?: of (\w+))?)?/;

/** The words that are gone: entities with whatever is defined by them alone, and the fields that their entities lose. */
interface Gone {
  readonly entities: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly lost: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An entity is gone with its lists, whatever names it, and the fields that do. */
export function dropEntity(text: string, dice: Dice): Version | null {
  const fields = fieldsOf(text);
  const name = dice.maybe([...fields.keys()].filter((each) => each !== 'User' && each !== 'Gone'));
  if (name === undefined || text.includes('### Gone\n\n| entity |')) return null;
  const gone = goneWith(text, name, fields);
  if (gone === null) return null;
  const others = [...gone.lost.values()].flatMap((own) => [...own]);
  return { text: without(text, gone), edit: `the entity ${name} is gone`, gone: [...gone.entities], others };
}

/** The words that go with an entity, until none is left that needs one of them; null if values come from elsewhere. */
function goneWith(text: string, name: string, fields: ReadonlyMap<string, readonly string[]>): Gone | null {
  const entities = new Set([name]);
  for (const entity of entities)
    for (const row of fields.get(entity) ?? []) {
      const [, list] = /^list of (\w+)/.exec(cellsOf(row)[1] ?? '') ?? [];
      if (list !== undefined) entities.add(list);
    }
  const words = new Set(entities);
  const lost = new Map<string, Set<string>>();
  for (let size = -1; size < words.size; ) {
    size = words.size;
    for (const [entity, rows] of fields)
      for (const row of entities.has(entity) ? [] : rows) {
        const [field = ''] = cellsOf(row);
        if (words.has(field) || !namesOne(row, words)) continue;
        // The values that it held before have another name, or were worked out: its own row does not say where they go.
        if (/\b(was|from|back)\b/.test(row)) return null;
        words.add(field);
        lost.set(entity, (lost.get(entity) ?? new Set()).add(field));
      }
    for (const word of takenAlong(text, words)) words.add(word);
  }
  return { entities, words, lost };
}

/** The roles, rules, calls, shapes and terms that are stated by what is gone. */
function takenAlong(text: string, words: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const roles = new Map<string, boolean>();
  let point = '';
  for (const section of text.split(/^(?=#{2,4} )/m)) {
    const [, marks = '', name = ''] = HEADING.exec(section) ?? [];
    if (marks.length === 2) point = section;
    for (const row of section.split('\n').filter((line) => line.startsWith('|'))) {
      const [first = ''] = cellsOf(row);
      if (section.startsWith('### Roles\n')) roles.set(first, namesOne(row, words) && roles.get(first) !== false);
      if (point.startsWith('## 5. ') && /^V\d+$/.test(first) && namesOne(row, words)) found.push(first);
    }
    if (name !== '' && isOfOneThing(point, marks) && namesOne(section, words)) found.push(name);
  }
  return [...found, ...[...roles].filter(([, isGone]) => isGone).map(([role]) => role)];
}

/** Whether a section states one call, shape or term, which has no meaning without a part of it. */
function isOfOneThing(point: string, marks: string): boolean {
  return marks.length === 4 && /^## [79]\. /.test(point);
}

/** The rows of the fields of point 3 by entity, without those of entities that have another name. */
function fieldsOf(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let [point, rows]: [string, string[]] = ['', []];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) point = line;
    if (!point.startsWith('## 3. ')) continue;
    const [, entity] = /^### ([A-Z]\w*)$/.exec(line) ?? [];
    if (line.startsWith('### ')) rows = [];
    if (entity !== undefined) found.set(entity, rows);
    if (/^\| \w+_\d+ \|/.test(line)) rows.push(line);
  }
  return found;
}

/** The document without the sections of entities, the screens and calls that name them, and each row that does. */
function without(text: string, { entities, words, lost }: Gone): string {
  const sections = text.split(/^(?=#{2,4} )/m);
  let [point, skipped]: [string, number | null] = ['', null];
  return sections
    .flatMap((section) => {
      const [, marks = '', of = ''] = HEADING.exec(section) ?? [];
      if (skipped !== null && marks.length > skipped) return [];
      skipped = null;
      if (marks.length === 2) point = section;
      const isWhole = isOfOneThing(point, marks) || (point.startsWith('## 2. ') && marks.length === 3);
      if (marks.length > 2 && (isWhole ? namesOne(section, words) : entities.has(of))) {
        skipped = marks.length;
        return [];
      }
      const own = point.startsWith('## 3. ') && marks.length === 3 ? lost.get(of) : undefined;
      const named = own === undefined ? '' : `#### Gone\n\n${table('field', own)}\n`;
      const before = section.startsWith('## 4. ') ? `### Gone\n\n${table('entity', entities)}\n` : '';
      return [`${before}${rowsWithout(section, words)}${named}`];
    })
    .join('');
}

function rowsWithout(section: string, words: ReadonlySet<string>): string {
  const lines = section.split('\n');
  let table: string[] = [];
  return lines
    .flatMap((line, place) => {
      if (!line.startsWith('|')) table = [];
      else if (table.length === 0) table = lines.slice(place, lines.indexOf('', place));
      if (table.length === 0) return [line];
      return rowWithout(line, table, words) ?? [];
    })
    .join('\n');
}

function table(header: string, rows: ReadonlySet<string>): string {
  return `| ${header} |\n| --- |\n${[...rows].map((row) => `| ${row} |\n`).join('')}`;
}
