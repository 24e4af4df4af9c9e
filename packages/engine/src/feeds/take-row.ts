import { type Entity, type Feed, message } from '@nonet/language';
import type { Actor, Engine, ReadRecord } from '../engine.ts';
import type { FieldError } from '../refusal.ts';
import type { PlanIndex } from '../plan-index.ts';
import { findByKey, type Finding } from '../run/find-record.ts';
import { readCell } from '../run/imports/cell.ts';
import type { ReadScope } from '../run/read-scope.ts';
import { refuseInvalid } from '../run/refuse.ts';
import { readValue } from '../run/values.ts';
import { readId } from '../run/values/identifier.ts';
import { wireId } from '../run/values/number-id.ts';
import { clauseOf, standingRefusal, wordsOf } from '../standing-refusal.ts';
import { type Pool, run } from '../store/pool.ts';
import type { FeedRow } from './feed-table.ts';
import type { FeedCounts, ListedFeedRefusal } from './run-log.ts';

/** The operations of the product that take rows, each with the rights of whoever brings them. */
export interface RowTaker extends Pick<Engine, 'create' | 'update' | 'fire' | 'read'> {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly reading: <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>) => Promise<T>;
}

/** A feed as it is taken: its entity, who brings it, and the run that it is. */
export interface Taking {
  readonly feed: Feed;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly run: string;
  /** Whether an earlier try may have written some of these rows: its writes are counted as what they were. */
  readonly isRepeated: boolean;
}

export type RowOutcome =
  | { readonly kind: Exclude<keyof FeedCounts, 'read' | 'missing' | 'refused'> }
  | { readonly kind: 'refused'; readonly refusal: ListedFeedRefusal };

/** Between the items of a cell with several, as an import has them. */
const SEPARATOR = ';';

/**
 * Takes one row of a table: its record is found by the key, and made, changed or left as it is, as the feed's user would
 * do it. Rejects where the product can't do that now.
 */
export async function takeRow(taker: RowTaker, taking: Taking, row: FeedRow): Promise<RowOutcome> {
  const { feed, entity } = taking;
  const place = feed.takes.findIndex(({ field }) => field === feed.key);
  const key = (row.cells[place] ?? '').trim();
  try {
    return { kind: await writeRow(taker, taking, row, key) };
  } catch (error) {
    const refusal = standingRefusal(error);
    const clause = clauseOf(refusal) ?? entity.clause;
    const { line } = row;
    return {
      kind: 'refused',
      refusal: { line, key: key === '' ? null : key, code: refusal.code, clause, problem: wordsOf(refusal) },
    };
  }
}

async function writeRow(
  taker: RowTaker,
  taking: Taking,
  row: FeedRow,
  key: string,
): Promise<Exclude<RowOutcome['kind'], 'refused'>> {
  const { index } = taker;
  const { feed, entity, actor } = taking;
  const field = index.field(entity.name, feed.key ?? '');
  if (key === '') {
    const words = message('required', { label: field.label });
    throw refuseInvalid(index, [{ field: field.name, code: 'REQUIRED', message: words, clause: field.clause }]);
  }
  const { found, body, empty, errors } = await taker.reading(actor, (scope) => readRow(scope, taking, row, key));
  const [id, other] = found;
  if (other !== undefined) {
    const words = message('severalCalled', { label: field.label, name: key });
    throw refuseInvalid(index, [{ field: field.name, code: 'INVALID', message: words, clause: field.clause }]);
  }
  if (id !== undefined) await noteSeen(taker, taking, row, id);
  if (errors.length > 0) throw refuseInvalid(index, errors);
  if (id !== undefined) return changeRecord(taker, taking, row, id, { ...body, ...empty });
  if (!feed.makesNew) return 'ignored';
  const options = { ifMatch: null, idempotencyKey: keyOf(taking, row, 'create') };
  const { record } = await taker.create(actor, entity.name, body, options);
  const made = readId(record.id);
  if (made !== null) await noteSeen(taker, taking, row, made);
  return 'made';
}

interface ReadRow {
  /** The records with the row's key that its user may read. */
  readonly found: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  /** The optional fields whose cells are empty: a record that is there loses their values. */
  readonly empty: Readonly<Record<string, null>>;
  readonly errors: readonly FieldError[];
}

async function readRow(scope: ReadScope, { feed, entity }: Taking, row: FeedRow, key: string): Promise<ReadRow> {
  const finding: Finding = { ...scope, system: false };
  const body: Record<string, unknown> = {};
  const empty: Record<string, null> = {};
  const errors: FieldError[] = [];
  for (const [place, { field: name }] of feed.takes.entries()) {
    const text = (row.cells[place] ?? '').trim();
    const field = scope.index.field(entity.name, name);
    if (text === '') {
      if (!field.required) empty[name] = null;
      continue;
    }
    const cell = await readCell(finding, field, text, SEPARATOR, null);
    if ('value' in cell) body[name] = cell.value;
    else errors.push({ field: name, code: 'INVALID', message: cell.problem, clause: field.clause });
  }
  const found = await findByKey(finding, entity.name, feed.key ?? '', key);
  return { found, body, empty, errors };
}

/** Changes the fields whose values differ; none if none does. */
async function changeRecord(
  taker: RowTaker,
  taking: Taking,
  row: FeedRow,
  found: string,
  body: Readonly<Record<string, unknown>>,
): Promise<'made' | 'changed' | 'same'> {
  const { index } = taker;
  const { entity, actor, isRepeated } = taking;
  const id = String(wireId(index, entity.name, found));
  if (isRepeated) {
    const before = await writtenBefore(taker, taking, row);
    if (before !== null) return before;
  }
  const known = await taker.read(actor, entity.name, id, { fields: null, expand: null });
  const differing = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const field = index.field(entity.name, name);
      const canonical = (of: unknown) => {
        const reading = readValue(index, field, plain(of));
        return JSON.stringify(reading.ok ? sorted(reading.value) : [reading.ok, of]);
      };
      return !(name in known.record) || canonical(value) !== canonical(known.record[name]);
    }),
  );
  if (Object.keys(differing).length === 0) return 'same';
  const options = { ifMatch: '*', idempotencyKey: keyOf(taking, row, 'update') };
  const answer: ReadRecord = await taker.update(actor, entity.name, id, differing, options);
  return answer.etag === known.etag ? 'same' : 'changed';
}

/** A record that a field refers to is answered with its title. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

/** Records in a list of references are in no order. */
function sorted<Value>(value: Value | readonly string[]): Value | readonly string[] {
  return Array.isArray(value) ? value.map(String).toSorted() : value;
}

/** The same for each try of a row, so that it is written once. */
function keyOf({ run: id }: Taking, { line }: FeedRow, action: 'create' | 'update'): string {
  return `feed ${id} ${line} ${action}`;
}

/** The outcome of an earlier try of a row; null if it has written nothing. */
async function writtenBefore({ pool }: RowTaker, taking: Taking, row: FeedRow): Promise<'made' | 'changed' | null> {
  const keys = [keyOf(taking, row, 'create'), keyOf(taking, row, 'update')];
  const [written] = await run<{ key: string }>(pool, {
    text: 'select key from nonet.idempotency where scope = $1 and key = any($2::text[]) and answer is not null limit 1',
    values: [taking.actor.userId ?? 'anonymous', keys],
  });
  if (written === undefined) return null;
  return written.key === keys[0] ? 'made' : 'changed';
}

/** Notes that a record is in the table. @throws {Refusal} if another row of it had the same key */
async function noteSeen({ index, pool }: RowTaker, { feed, entity, run: id }: Taking, row: FeedRow, record: string) {
  const noted = await run<{ line: number }>(pool, {
    text: `insert into nonet.feed_record as f (feed, entity, record, run, line) values ($1, $2, $3, $4, $5)
           on conflict (feed, record) do update set run = excluded.run, line = excluded.line, entity = excluded.entity
             where f.run <> excluded.run or f.line = excluded.line returning line`,
    values: [feed.name, entity.name, record, id, row.line],
  });
  if (noted.length > 0) return;
  const field = index.field(entity.name, feed.key ?? '');
  const words = message('notUnique', { entity: entity.label, labels: [field.label] });
  throw refuseInvalid(index, [{ field: field.name, code: 'NOT_UNIQUE', message: words, clause: field.clause }]);
}
