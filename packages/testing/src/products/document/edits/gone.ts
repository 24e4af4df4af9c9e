import type { Dice } from '../dice.ts';
import { cellsOf, type Version } from './rows.ts';

/** The place of a heading: its section ends at the next one that is not below it. */
const HEADING = /^(#{2,4}) (\w+)?/;

/** An entity is gone with its lists, whatever names it, and the fields that do. */
export function dropEntity(text: string, dice: Dice): Version | null {
  const fields = fieldsOf(text);
  const name = dice.maybe([...fields.keys()].filter((each) => each !== 'User' && each !== 'Gone'));
  if (name === undefined || text.includes('### Gone\n\n| entity |')) return null;
  const gone = new Set([name]);
  for (const entity of gone)
    for (const row of fields.get(entity) ?? []) {
      const [, list] = /^list of (\w+)/.exec(cellsOf(row)[1] ?? '') ?? [];
      if (list !== undefined) gone.add(list);
    }
  const words = new Set(gone);
  const lost = new Map<string, Set<string>>();
  for (let size = -1; size < words.size; ) {
    size = words.size;
    for (const [entity, rows] of fields)
      for (const row of gone.has(entity) ? [] : rows) {
        const [field = ''] = cellsOf(row);
        if (words.has(field) || !names(row, words)) continue;
        // The values that it held before have another name, or were worked out: its own row does not say where they go.
        if (/\b(was|from|back)\b/.test(row)) return null;
        words.add(field);
        lost.set(entity, (lost.get(entity) ?? new Set()).add(field));
      }
  }
  const others = [...lost.values()].flatMap((own) => [...own]);
  return { text: without(text, gone, words, lost), edit: `the entity ${name} is gone`, gone: [...gone], others };
}

function names(line: string, words: ReadonlySet<string>): boolean {
  return (line.match(/\w+/g) ?? []).some((word) => words.has(word));
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

/** The document without the sections of entities, the screens that name them, and each row that does. */
function without(
  text: string,
  gone: ReadonlySet<string>,
  words: ReadonlySet<string>,
  lost: ReadonlyMap<string, ReadonlySet<string>>,
): string {
  const sections = text.split(/^(?=#{2,4} )/m);
  let [point, skipped]: [string, number | null] = ['', null];
  return sections
    .flatMap((section) => {
      const [, marks = '', of = ''] = HEADING.exec(section) ?? [];
      if (skipped !== null && marks.length > skipped) return [];
      skipped = null;
      if (marks.length === 2) point = section;
      const isScreen = point.startsWith('## 2. ') && marks.length === 3;
      if (marks.length > 2 && (isScreen ? names(section, words) : gone.has(of))) {
        skipped = marks.length;
        return [];
      }
      const kept = section.split('\n').filter((line) => !line.startsWith('|') || !names(line, words));
      const own = point.startsWith('## 3. ') && marks.length === 3 ? lost.get(of) : undefined;
      const named = own === undefined ? '' : `#### Gone\n\n${table('field', own)}\n`;
      const before = section.startsWith('## 4. ') ? `### Gone\n\n${table('entity', gone)}\n` : '';
      return [`${before}${kept.join('\n')}${named}`];
    })
    .join('');
}

function table(header: string, rows: ReadonlySet<string>): string {
  return `| ${header} |\n| --- |\n${[...rows].map((row) => `| ${row} |\n`).join('')}`;
}
