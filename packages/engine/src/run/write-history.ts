import { column, quote, table } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { together } from '../store/pool.ts';
import { fromThis, literal, perform, snapshot, THIS, type Touched, type Write } from './write.ts';

/** Columns that change with every save: no change of their own. */
const STAMPS = ['updated_at', 'updated_by', 'version'];

/** The parts of a change that its history entry notes, as SQL: among them the whole record before and after it, without secrets. */
type NotedColumn =
  | 'entity'
  | 'record'
  | 'at'
  | 'by'
  | 'action'
  | 'clause'
  | 'from_state'
  | 'to_state'
  | 'before'
  | 'after';
type Noted = Readonly<Record<NotedColumn, string>>;

/** Adds the entries of new records, which keep them whole, from the rows behind `from`. */
export function insertEntriesOfNew(
  noted: Omit<Noted, 'before' | 'from_state'> & { readonly names?: string },
  from: string,
): string {
  return insertEntries({ ...noted, after_hash: `jsonb_hash(${noted.after})` }, from);
}

/** Adds the entries of records that were there before, which keep what has changed (0040-history-changes.sql). */
export function insertEntriesOfChanged(noted: Noted, from: string, condition = 'true'): string {
  const { record, at, by, clause, before, after, from_state: was, to_state: now, ...same } = noted;
  const kept = (name: string) => `kept_.${name}`;
  return insertEntries(
    {
      ...same,
      record,
      at,
      by,
      clause: `case when kept_.changes is null or ${clause} <> '6.' || ${same.entity} || '.' || ${same.action} then ${clause} else '' end`,
      // A state that follows from the entry before is not kept twice.
      from_state: `case when kept_.changes is null or kept_.before is not null then ${was} end`,
      to_state: `case when kept_.changes is null or ${now} is distinct from ${was} then ${now} end`,
      id: kept('id'),
      before: kept('before'),
      after: kept('after'),
      changes: kept('changes'),
      names: kept('names'),
      after_hash: kept('after_hash'),
    },
    `${from} cross join lateral nonet.kept_change(${[record, at, by, before, after].join(', ')}) kept_ where ${condition}`,
  );
}

function insertEntries(values: Readonly<Record<string, string>>, from: string): string {
  const columns = Object.keys(values).map(quote);
  return `insert into nonet.history (${columns.join(', ')}) select ${Object.values(values).join(', ')} ${from}`;
}

/** One entry for each touched record whose history is kept; entries are only ever added (3: `history`). */
export async function writeHistory(write: Write): Promise<void> {
  const kept = [...write.touched.values()].filter(({ entity }) => write.index.entity(entity).history === 'kept');
  const created = Map.groupBy(
    kept.filter(({ before, deleted }) => before === null && !deleted),
    ({ entity, action, clause, by }) => JSON.stringify([entity, action, clause, by]),
  );
  const many = [...created.values()].filter(({ length }) => length > 1);
  const others = new Set(kept).difference(new Set(many.flat()));
  await together([
    ...many.map((records) => writeEntriesOfNew(write, records)),
    ...[...others].map((touched) => writeEntry(write, touched)),
  ]);
}

/** Writes the entries of many new records of one entity, created in the same way, by one statement. */
async function writeEntriesOfNew(write: Write, records: readonly Touched[]): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { entity, by, action, clause } = first;
  await perform(
    write,
    `history of many new ${entity}`,
    (parameters) => {
      const secrets = secretsOf(write, entity);
      // `offset 0`: PostgreSQL would make the record's JSON once for each use of it.
      const after = `select new_.id, new_.place, ${snapshot(write.index, entity, THIS)} as after
        from unnest(${parameters.listSlot('ids', 'uuid')}) with ordinality new_ (id, place) join ${table(entity)} ${THIS} on ${column(THIS, 'id')} = new_.id
        order by new_.place offset 0`;
      return insertEntriesOfNew(
        {
          entity: parameters.slot('entity', 'text'),
          record: 's.id',
          at: parameters.slot('now', 'timestamptz'),
          by: parameters.slot('by', 'uuid'),
          action: parameters.slot('action', 'text'),
          clause: parameters.slot('clause', 'text'),
          to_state: stateIn(write, entity, 's.after'),
          after: secrets.length === 0 ? 's.after' : `(s.after - ${parameters.bind(secrets, 'text[]')})`,
          // Otherwise it is looked up for each entry.
          names: '(select nonet.names())',
        },
        `from (${after}) s order by s.place`,
      );
    },
    { entity, by, action, clause, ids: records.map(({ id }) => id) },
  );
}

/** Writes an entry by one statement that copies the record in its present state. */
async function writeEntry(write: Write, touched: Touched): Promise<void> {
  const { entity, id, by, action, clause, before, deleted } = touched;
  await perform(
    write,
    `history ${entity} ${deleted}`,
    (parameters) => {
      const secrets = secretsOf(write, entity);
      const shown = (json: string) =>
        secrets.length === 0 ? json : `(${json} - ${parameters.bind(secrets, 'text[]')})`;
      const was = parameters.slot('before', 'jsonb');
      const after = deleted
        ? 'select null::jsonb as after'
        : `select ${snapshot(write.index, entity, THIS)} as after ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
      return insertEntriesOfChanged(
        {
          entity: parameters.slot('entity', 'text'),
          record: parameters.slot('id', 'uuid'),
          at: parameters.slot('now', 'timestamptz'),
          by: parameters.slot('by', 'uuid'),
          action: parameters.slot('action', 'text'),
          clause: parameters.slot('clause', 'text'),
          from_state: stateIn(write, entity, was),
          to_state: stateIn(write, entity, 's.after'),
          before: shown(was),
          after: shown('s.after'),
        },
        `from (${after}) s`,
        isChange(parameters, was),
      );
    },
    { entity, id, by, action, clause, before },
  );
}

/** No history keeps a write-only value. */
function secretsOf(write: Write, entity: string): string[] {
  return write.index.entity(entity).fields.flatMap(({ name, type }) => (type.kind === 'secret' ? [name] : []));
}

function stateIn(write: Write, entity: string, json: string): string {
  const field = write.index.stateField(entity);
  return field === null ? 'null::text' : `(${json} ->> ${literal(field)})`;
}

/** An event is always worth an entry; a save that changed nothing is not. */
function isChange(parameters: Parameters, was: string): string {
  const stamps = parameters.bind(STAMPS, 'text[]');
  return `(${parameters.slot('action', 'text')} <> 'update' or ${was} is null or s.after is null
    or (${was} - ${stamps}) is distinct from (s.after - ${stamps}))`;
}
