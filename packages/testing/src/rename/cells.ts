import { type Cell, isAction, type Row, type Section, type Table } from '@nonet/language';
import { type Renaming, renameExpression, renameTemplate } from './expression.ts';
import { keptNames } from './new-names.ts';

/** Rewrites one cell: its text, and the entity that its record is of. */
export type Rewrite = (renaming: Renaming, text: string, entity: string | null) => string;

const expression: Rewrite = renameExpression;
const template: Rewrite = renameTemplate;
const keep: Rewrite = (_, text) => text;
const capitals: Rewrite = ({ names }, text) =>
  text.replace(/\b[A-Z][A-Z0-9_]*\b/g, (name) => names.capitals.get(name) ?? name);
const type: Rewrite = ({ names }, text) =>
  /^(enum|decimal|file|number)\b/.test(text)
    ? text
    : text.replace(/\b[A-Z]\w*\b/g, (name) => names.entities.get(name) ?? name);

const rules: Rewrite = (renaming, text, entity) =>
  text.replace(
    /(matches\s*\/.*\/)|((?:^|,)\s*(?:default|when|among|erased with)\s|=)([\s\S]*?)(?=,(?![^(]*\))|$)|\b[A-Z][A-Z0-9_]+\b/g,
    (whole, pattern, word, rest) => {
      if (pattern !== undefined) return whole;
      if (word === undefined) return renaming.names.capitals.get(whole) ?? whole;
      const referred = /^\s*([A-Z]\w*)\s+where/.exec(rest)?.[1];
      return word + renameExpression(renaming, rest, referred ?? entity);
    },
  );

/** Labels of groups stay: `Trip: purpose, from`. */
const groups: Rewrite = (renaming, text, entity) =>
  text
    .split(';')
    .map((group) => {
      const colon = group.indexOf(':');
      return group.slice(0, colon + 1) + renameExpression(renaming, group.slice(colon + 1), entity);
    })
    .join(';');

const related: Rewrite = (renaming, text, entity) =>
  text
    .split(';')
    .map((list) => {
      const [field = '', columns] = list.split(':');
      const named = renaming.model.entities
        .find(({ name }) => name === entity)
        ?.fields.find(({ name }) => name === field.replace('`', '').trim());
      const child = named?.type.kind === 'children' ? named.type.entity : entity;
      const head = renameExpression(renaming, field, entity);
      return columns === undefined ? head : `${head}:${renameExpression(renaming, columns, child)}`;
    })
    .join(';');

const kind: Rewrite = ({ names }, text) =>
  text.replace(
    /\b\w+\b/g,
    (word, at: number) =>
      names.entities.get(word) ?? (/\bby\b/.test(text.slice(0, at)) ? (names.words.get(word) ?? word) : word),
  );
const route: Rewrite = ({ names }, text) =>
  text.replace(/[^/{}`\s]+/g, (segment) => names.segments.get(segment) ?? names.words.get(segment) ?? segment);
const answer: Rewrite = (renaming, text) => text.replace(/^\w+/, (name) => renaming.names.words.get(name) ?? name);
const constant: Rewrite = (renaming, text) => (/^(env|secret)\b/.test(text) ? text : capitals(renaming, text, null));
const raised: Rewrite = (renaming, text, entity) =>
  text === 'derived' ? text : expression(renaming, capitals(renaming, text, null), entity);

/** An event with its inputs is written like a function: `reject(reason: "Late")`. */
const action: Rewrite = (renaming, text, entity) =>
  expression(renaming, text, entity).replace(/^\w+(?=\()/, (name) => renaming.names.words.get(name) ?? name);

/** `RETENTION after closed_on`: the duration may be a constant. */
const keptFor: Rewrite = (renaming, text, entity) => expression(renaming, capitals(renaming, text, null), entity);

/** `hours (weekday, opens)`, `Holiday (day)`, `HOLIDAYS`: in the brackets are fields of the records that stand before them. */
const sources: Rewrite = (renaming, text, entity) =>
  text.replace(/([A-Za-z_]\w*)(?:\s*\(([^)]*)\))?/g, (_, of: string, fields: string | undefined) => {
    const { names, model, stated } = renaming;
    const list = model.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === of);
    const read = list !== undefined && 'entity' in list.type ? list.type.entity : of;
    const named =
      stated.get(`${entity}.${of}`) ?? names.entities.get(of) ?? names.words.get(of) ?? names.capitals.get(of) ?? of;
    return fields === undefined ? named : `${named} (${renameExpression(renaming, fields, read)})`;
  });

/** How the cells of a part table are rewritten, by their part. */
const PARTS: Readonly<Record<string, Rewrite>> = {
  kind,
  for: expression,
  where: expression,
  columns: groups,
  fields: groups,
  filters: expression,
  search: expression,
  order: expression,
  'order by hand': expression,
  'comments on': expression,
  'kept for': keptFor,
  'kept while': expression,
  'working time': sources,
  'days off': sources,
  'page size': capitals,
  actions: expression,
  related,
  also: expression,
  when: expression,
  request: template,
  headers: template,
  answer,
  then: expression,
  fails: expression,
  title: template,
  unique: expression,
};

/** How the cells of a table's columns are rewritten, by the header that distinguishes the table. Other cells stay. */
const TABLES: Readonly<Record<string, Readonly<Record<string, Rewrite>>>> = {
  field: { field: expression, type, rules },
  state: { state: expression },
  event: {
    event: expression,
    from: expression,
    to: expression,
    by: expression,
    when: expression,
    asks: expression,
    then: expression,
    error: capitals,
  },
  given: { given: expression, who: expression, does: action, then: expression },
  rule: { rule: capitals, on: expression, 'must hold': expression, error: capitals },
  role: { role: expression, 'is given to': expression, of: type },
  code: { code: capitals, message: template, when: raised },
  name: { name: capitals, value: constant },
  tile: { shows: expression, by: expression, target: expression },
};

const FIXED_PERMISSION = new Set(['may', 'in state', 'others', 'note']);
const GIVEN = new Set(['anyone', 'signed in', 'assigned']);

/** How a cell is rewritten, or null if it stays. `entity` is the one that its table is about. */
export function rewriteOf(
  renaming: Renaming,
  table: Table,
  row: Row | null,
  cell: Cell,
  records: boolean,
): Rewrite | null {
  const headers = table.headers.map((header) => header.text.toLowerCase());
  const column = (row?.cells ?? table.headers).indexOf(cell);
  const header = headers[column] ?? '';
  if (records) return row === null ? expression : recordCell(renaming, table.headers[column]?.text ?? '');
  if (headers[0] === 'may') {
    if (row === null) return FIXED_PERMISSION.has(header) ? null : expression;
    return header === 'may' ? permission : /^(yes|no)$/.test(cell.text) ? null : expression;
  }
  if (row === null) return null;
  if (headers[0] === 'part' || headers[0] === 'setting')
    return header === 'is' ? (PARTS[row.cells[0]?.text ?? ''] ?? null) : null;
  if (header === 'is given to' && GIVEN.has(cell.text)) return null;
  const kindOfTable = Object.keys(TABLES).find((word) => headers.includes(word));
  return TABLES[kindOfTable ?? '']?.[header] ?? null;
}

const permission: Rewrite = (renaming, text, entity) =>
  text.replace(/\w+/g, (word) => (isAction(word) ? word : renameExpression(renaming, word, entity)));

/** Values of records stay, but for states and roles. */
function recordCell({ model }: Renaming, header: string): Rewrite {
  const isChoice = header === 'roles' || model.states.some((workflow) => workflow.field === header);
  return isChoice ? expression : keep;
}

/** The entity that a table is about: its heading's, its screen's kind, the record that a row names. */
export function entityOf({ model }: Renaming, section: Section | null, row: Row | null): string | null {
  const known = (text: string | undefined): string | null => {
    const words = text?.match(/[A-Za-z]\w*/g) ?? [];
    return words.find((word) => model.entities.some((entity) => entity.name === word)) ?? null;
  };
  const ofRow = row?.cells
    .map((cell) => (/^(\w+\()?[A-Z][a-z]\w*( [a-z_]+)?([.),]|$| if| where)/.test(cell.text) ? known(cell.text) : null))
    .find((name) => name !== null);
  const rule = row?.cells
    .map((cell) => model.rules.find((candidate) => candidate.name === cell.text)?.entity)
    .findLast((name) => name !== undefined);
  const parts = section?.blocks.filter((block) => block.kind === 'table').flatMap((table) => table.rows) ?? [];
  const ofPart = parts
    .map((part) => (/^(kind|when)$/.test(part.cells[0]?.text ?? '') ? known(part.cells[1]?.text) : null))
    .find((name) => name !== null);
  return ofRow ?? rule ?? known(section?.heading.text.split('`')[0]) ?? ofPart ?? null;
}

export { keptNames, route };
