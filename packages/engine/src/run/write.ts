import { identitySlots } from '../row-security/held-roles.ts';
import type { Rule } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { type Authority, authorityOf } from '../sql/permissions.ts';
import { type SqlContext, type SqlVariable, userVariable } from '../sql/context.ts';
import { column, quote, table } from '../sql/identifiers.ts';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { keptStatement, rightsKey } from '../sql/statement.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import type { ErasedPerson } from '../people/erased-person.ts';
import type { GivenNumbers } from './given-numbers.ts';

/** The product itself, where no person acts: timers, answers of calls, nested events. */
export const SYSTEM: Actor = { userId: null, roles: [] };

/** The reason to check a record at the end: a rule's event, or the bare fact that it was created or updated. */
export type Cause = Rule['on'][number];

/** A record that this transaction has changed, and how it was before. */
export interface Touched {
  readonly entity: string;
  readonly id: string;
  /** The whole record before the change, as JSON text; null if this transaction created it. */
  readonly before: string | null;
  readonly causes: Set<Cause>;
  /** The content of its history entry. */
  action: string;
  clause: string;
  by: string | null;
  /** The path of its errors in the caller's request: `lines.0.`; null if the caller doesn't know the record. */
  path: string | null;
  /** By field, the name under which the caller has given the value that an effect copied into it. */
  copied?: Map<string, string>;
  deleted: boolean;
}

/** A value as it was before a write. */
export interface ValueBefore {
  readonly sqlType: string;
  /** The entity, where the value is a record. */
  readonly entity: string | null;
  /** In the form in which PostgreSQL writes the value. */
  readonly value: string | null;
}

/** One write under way: its transaction, who acts, and all that it has touched so far. */
export interface Write {
  readonly index: PlanIndex;
  readonly client: PoolClient;
  readonly clock: Clock;
  /** `now()`: fixed for the whole transaction. */
  readonly now: string;
  /** The actor: `user` in expressions. */
  readonly actor: Actor;
  readonly authority: Authority;
  /** Whether the product itself acts, which points 4 and 6 don't restrict. */
  readonly system: boolean;
  /** The warnings that the actor has confirmed (5); all if the product itself acts, which can't be asked. */
  readonly confirmed: ReadonlySet<string> | 'all';
  /** By entity and id, in the order in which they were touched. */
  readonly touched: Map<string, Touched>;
  /** Each row that this transaction has changed, as it was before: what rules read under `old` (5). */
  readonly rowsBefore: Map<string, Map<string, string | null>>;
  /** The numbers of one transaction that creates many records; null: the database gives each number. */
  readonly numbers: GivenNumbers | null;
  /** The records that texts of many rows refer to, looked up together: by entity and text. */
  readonly named?: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Clauses left open that this write ran into without being refused. */
  readonly hits: Set<string>;
  /** Whether point 6 judges the values before they are written: the database has refused them at the first try (6). */
  readonly judgesFirst?: true;
  /** Statements in flight that no code has awaited yet: `finish` does. */
  readonly sent: Promise<unknown>[];
  /**
   * Where many records are judged together: collects the ids of those that break a limit or a rule. Only one of their
   * errors is worded then.
   */
  readonly broken?: Set<string>;
  /** The people whom this transaction erases: what is left of them elsewhere goes at its end. */
  readonly erased: ErasedPerson[];
  /** Events that are under way, to stop those that fire each other. */
  readonly under: readonly string[];
  /** Fires an event as an effect; given with the write, for effects and events need each other. */
  readonly fireNested: (write: Write, entity: string, id: string, event: string) => Promise<void>;
  /** Deletes a record as an effect, as its entity's `delete` says; given like `fireNested`. */
  readonly removeNested: (write: Write, entity: string, id: string, clause: string) => Promise<void>;
}

/** Whether a warning needs no confirmation. */
export function isConfirmed(write: Write, code: string): boolean {
  return write.confirmed === 'all' || write.confirmed.has(code);
}

/** The actor and the product: known without a query. */
export type ActorContext = Pick<Write, 'index' | 'actor' | 'authority' | 'system'>;

/** The same transaction, with the product itself acting (4: nested events run as `system`). */
export function asSystem(write: Write): Write {
  const { locale } = write.actor;
  // A user who caused it gets its refusal.
  const actor = locale === undefined ? SYSTEM : { ...SYSTEM, locale };
  return { ...write, actor, authority: authorityOf(write.index, SYSTEM), system: true };
}

export function touchedKey(entity: string, id: string): string {
  return `${entity} ${id}`;
}

/** The alias of the record that a statement is about. */
export const THIS = 'this_';
export const OLD = 'old_';

/** The context of a statement: a transaction's client, or a pool if it only reads. */
export type Performing = Pick<Write, 'index' | 'now' | 'actor'> & { readonly client: Queryable };

/**
 * Runs a statement whose text depends on `key` (and the plan) alone: it is compiled once. Values that differ from
 * call to call are slots.
 */
export async function perform<Row extends object = Record<string, unknown>>(
  write: Performing,
  key: string,
  build: (parameters: Parameters) => string,
  slots: Slots = {},
): Promise<Row[]> {
  const statement = keptStatement(write.index, key, build);
  const values = statement.parameters.values({ now: write.now, ...identitySlots(write.index, write.actor), ...slots });
  return run<Row>(write.client, { text: statement.text, values });
}

/** Sends a statement and does not wait: the connection keeps the order, and `finish` awaits the result. */
export function sendAhead(write: Write, work: Promise<unknown>): void {
  // A refusal before `finish` has its reason already.
  work.catch(() => undefined);
  write.sent.push(work);
}

/** Part of a statement's key: a text depends on whether somebody is signed in. */
export function actorKey(write: Pick<Write, 'actor'>): string {
  return write.actor.userId === null ? 'nobody' : 'user';
}

/** Part of a statement's key where its text depends on what the actor's roles allow. */
export function authorityKey(write: Pick<Write, 'actor' | 'authority'>): string {
  return rightsKey(write.actor, write.authority);
}

/**
 * Names in reach of a clause on a record: `this`, `user`; the product's authority, for points 3 to 6 see everything.
 */
export function clauseContext(
  write: Pick<Write, 'index' | 'actor'>,
  parameters: Parameters,
  entity: string,
  more: Readonly<Record<string, SqlVariable>> = {},
): SqlContext {
  return {
    index: write.index,
    parameters,
    authority: null,
    variables: new Map<string, SqlVariable>([
      ['this', { kind: 'row', entity, alias: THIS }],
      ['user', userVariable(parameters, write.actor.userId)],
      ...Object.entries(more),
    ]),
  };
}

/** `from "claim" this_`. */
export function fromThis(entity: string): string {
  return `from ${table(entity)} ${THIS}`;
}

/**
 * The condition that a row is one of some records. A single record has a different text, which PostgreSQL plans once.
 */
export function isOneOf(parameters: Parameters, ids: readonly string[]): string {
  return ids.length === 1
    ? `${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`
    : `${column(THIS, 'id')} = any(${parameters.listSlot('ids', 'uuid')})`;
}

/** The slots of `isOneOf`, and the part of the statement's key that distinguishes its two texts. */
export function oneOf(ids: readonly string[]): { readonly id: string | null; readonly ids: readonly string[] } {
  return { id: ids[0] ?? null, ids };
}

/** Keeps a row as it was before this transaction changed it; null if it created it. */
export function keepRowBefore({ rowsBefore }: Write, entity: string, id: string, before: string | null): void {
  const rows = rowsBefore.get(entity) ?? new Map<string, string | null>();
  rowsBefore.set(entity, rows);
  if (!rows.has(id)) rows.set(id, before);
}

/** The record under the alias `OLD`, with all that it led to before this transaction. */
export function rowBefore(entity: string): SqlVariable {
  return { kind: 'row', entity, alias: OLD, before: true };
}

/** The whole record as JSON: its row, and its owned children as lists under their field's name. */
export function snapshot(index: PlanIndex, entity: string, alias: string, depth = 0): string {
  const lists = index.children(entity).map(({ field, entity: child }) => {
    const childAlias = `child_${depth}_${field.name}`;
    const quoted = quote(childAlias);
    return `${literal(field.name)}, coalesce((select jsonb_agg(${snapshot(index, child.name, quoted, depth + 1)} order by ${column(quoted, '_position')})
      from ${table(child.name)} ${quoted} where ${column(quoted, '_parent')} = ${column(alias, 'id')} and ${column(quoted, '_deleted_at')} is null), '[]'::jsonb)`;
  });
  // An owner's history has its children whole, and no secret of theirs.
  const secrets = depth === 0 ? [] : index.entity(entity).fields.filter(({ type }) => type.kind === 'secret');
  const row = secrets.reduce((json, { name }) => `(${json} - ${literal(name)})`, `to_jsonb(${alias})`);
  return lists.length === 0 ? row : `(${row} || jsonb_build_object(${lists.join(', ')}))`;
}

/** A checked name as a text literal. */
export function literal(name: string): string {
  return `'${quote(name).slice(1, -1)}'`;
}
