import { identitySlots } from '../row-security/held-roles.ts';
import { type Action, type Might, mightIn } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { ActorChanged, isToday, rolesToday } from '../session/today.ts';
import { type SqlContext, type SqlVariable, userVariable } from '../sql/context.ts';
import { Parameters, type Slots } from '../sql/parameters.ts';
import { type Authority, authorityOf } from '../sql/permissions.ts';
import { type CompiledStatement, keptStatement } from '../sql/statement.ts';
import { type Pool, type PoolClient, type Queryable, run, transaction } from '../store/pool.ts';
import type { Replicas } from '../replicas/replicas.ts';
import type { Kept } from './kept-answers.ts';
import type { RecordTexts } from './record-texts.ts';
import { refuse } from './refuse.ts';
import type { Batcher } from './statement-batcher.ts';
import { authorityKey } from './write.ts';

/** The context of an operation that reads: one actor, at one time. */
export interface ReadScope {
  readonly index: PlanIndex;
  readonly client: Queryable;
  readonly now: string;
  readonly actor: Actor;
  readonly authority: Authority;
  /** Keys the hashes that leave the server: ETags and cursors. */
  readonly secret: Buffer;
  /**
   * Whether a statement has confirmed the actor, who is remembered from an earlier request. `isApart`: the primary confirms them
   * after what is read, because a replica may not know yet that they may no longer.
   */
  readonly confirmation: { done: boolean; readonly isApart: boolean };
  /** The servers that may answer in the place of the primary; null: none may. */
  readonly replicas: Replicas | null;
  /** Sends together what arrives together; null inside a transaction, which has one connection. */
  readonly batcher: Batcher | null;
  /** The store of records' texts; null inside a transaction, which may see uncommitted changes. */
  readonly texts: RecordTexts | null;
  /** The store of answers that go over many records; null inside a transaction, likewise. */
  readonly kept: Kept | null;
  /** Collects the tables that are read, where somebody wants to know when the answer may be another. */
  readonly tables?: Set<string>;
  /** Is told in how many milliseconds an answer may be another although nothing changes: part of it is older than now. */
  readonly isOldFor?: (milliseconds: number) => void;
}

export function readScope(
  index: PlanIndex,
  client: Queryable,
  clock: Clock,
  actor: Actor,
  secret: Buffer,
  batcher: Batcher | null = null,
  texts: RecordTexts | null = null,
  kept: Kept | null = null,
  replicas: Replicas | null = null,
): ReadScope {
  return {
    index,
    client,
    now: clock(),
    actor,
    authority: authorityOf(index, actor),
    secret,
    confirmation: { done: actor.session === undefined, isApart: replicas !== null },
    replicas,
    batcher,
    texts,
    kept,
  };
}

/** Names in reach, read with the actor's rights. */
export function actorContext(
  scope: ReadScope,
  parameters: Parameters,
  variables: Readonly<Record<string, SqlVariable>> = {},
): SqlContext {
  return {
    index: scope.index,
    parameters,
    authority: scope.authority,
    variables: new Map<string, SqlVariable>([
      ['user', userVariable(parameters, scope.actor.userId)],
      ...Object.entries(variables),
    ]),
  };
}

/** Runs a statement whose text depends on `key`, the plan, and the actor's roles alone. */
export async function readRows<Row extends object>(
  scope: ReadScope,
  key: string,
  build: (parameters: Parameters) => string,
  slots: Slots = {},
): Promise<Row[]> {
  const statement = statementOf(scope, key, build);
  observe(scope, statement);
  const all = { now: scope.now, ...identitySlots(scope.index, scope.actor), ...sessionSlots(scope, slots) };
  return run<Row>(scope.client, { text: statement.text, values: statement.parameters.values(all) });
}

/** Runs one that reads one row at most: together with those of others that arrive with it. */
export async function readRow<Row extends object>(
  scope: ReadScope,
  key: string,
  build: (parameters: Parameters) => string,
  slots: Slots = {},
): Promise<Row | undefined> {
  return readRowOf<Row>(scope, statementOf(scope, key, build), slots);
}

/** Reads a row by a statement of `statementOf`. */
export async function readRowOf<Row extends object>(
  scope: ReadScope,
  statement: CompiledStatement,
  slots: Slots = {},
): Promise<Row | undefined> {
  return ask<Row>(scope, statement, {
    now: scope.now,
    ...identitySlots(scope.index, scope.actor),
    ...sessionSlots(scope, slots),
  });
}

/** Reads a row by a statement with all of its slots. Equal questions that arrive together share an answer. */
export async function ask<Row extends object>(
  scope: ReadScope,
  statement: CompiledStatement,
  slots: Slots,
): Promise<Row | undefined> {
  observe(scope, statement);
  const { replicas, batcher, client } = scope;
  const inPrimary = async () => {
    if (batcher !== null) return (await batcher.ask<Row>(statement, slots))[0];
    return (await run<Row>(client, { text: statement.text, values: statement.parameters.values(slots) }))[0];
  };
  if (replicas === null) return inPrimary();
  return replicas.read({
    tables: statement.parameters.tables,
    inReplica: async (replica) => (await replica.batcher.ask<Row>(statement, slots))[0],
    inPrimary,
  });
}

/** Runs a statement that is made for one request, and reads what these parameters name. */
export function runOnce<Row extends object>(scope: ReadScope, text: string, parameters: Parameters): Promise<Row[]> {
  const statement = { text, values: parameters.values(), prepare: false };
  const inPrimary = () => run<Row>(scope.client, statement);
  if (scope.replicas === null) return inPrimary();
  return scope.replicas.read({
    tables: parameters.tables,
    inReplica: (replica) => replica.transaction((client) => run<Row>(client, statement)),
    inPrimary,
  });
}

/**
 * Reads by a statement of `statementOf` in a transaction of its own, which ends after some time.
 * @param milliseconds the time after which the statement is ended
 */
export function readLong<Row extends object>(
  scope: ReadScope,
  pool: Pool,
  statement: CompiledStatement,
  milliseconds: number,
  slots: Slots = {},
): Promise<Row[]> {
  const work = async (client: PoolClient) => {
    const all = { now: scope.now, ...identitySlots(scope.index, scope.actor), ...sessionSlots(scope, slots) };
    // A replica must begin with what it asks itself, so that both are sent together.
    await client.query(`set local statement_timeout = ${milliseconds}`);
    return run<Row>(client, { text: statement.text, values: statement.parameters.values(all) });
  };
  observe(scope, statement);
  const inPrimary = () => transaction(pool, work, { readOnly: true });
  if (scope.replicas === null) return inPrimary();
  const { tables } = statement.parameters;
  return scope.replicas.read({ tables, milliseconds, inReplica: (replica) => replica.transaction(work), inPrimary });
}

/** The scope of a reading in a connection of its own, in the primary or elsewhere: nothing of it is shared. */
export function scopeIn(scope: ReadScope, client: Queryable): ReadScope {
  return { ...scope, client, batcher: null, texts: null, kept: null, replicas: null };
}

/** The statement of a key as it is kept for actors like this one. */
export function statementOf(scope: ReadScope, key: string, build: (parameters: Parameters) => string) {
  return keptStatement(scope.index, readKey(scope, key), build);
}

/** Notes which tables an answer hangs on. */
export function observe({ tables }: ReadScope, { parameters }: CompiledStatement): void {
  if (tables !== undefined) for (const name of parameters.tables) tables.add(name);
}

function readKey(scope: ReadScope, key: string): string {
  return `read ${key} ${authorityKey(scope)} ${sessionOf(scope) === undefined ? '' : 'session'}`;
}

function sessionSlots(scope: ReadScope, slots: Slots): Slots {
  const session = sessionOf(scope)?.tokenHash;
  return session === undefined ? slots : { ...slots, session };
}

/** The remembered session that statements confirm. */
function sessionOf({ actor, confirmation }: ReadScope) {
  return confirmation.isApart ? undefined : actor.session;
}

/** The column with the actor's present rights, for an actor who is only remembered. */
export function todayColumn(scope: ReadScope, parameters: Parameters): string {
  return sessionOf(scope) === undefined ? '' : `, ${rolesToday(scope.index, parameters)} as today`;
}

/** Reads `todayColumn` from a row. Without a row the actor is not confirmed, and the operation asks separately. */
export function confirmByRow(scope: ReadScope, row: { readonly today?: readonly string[] | null } | undefined): void {
  if (scope.confirmation.done || scope.confirmation.isApart || row === undefined) return;
  if (!isToday(scope.actor, row.today ?? null)) throw new ActorChanged();
  scope.confirmation.done = true;
}

/** Refuses what the document leaves open as a whole, and 401 where no `anyone` role could ever read this (6). */
export function refuseUnreadable(scope: ReadScope, entity: string): void {
  const { index } = scope;
  const found = index.findEntity(entity);
  if (found === null) {
    throw index.plan.openPoints.includes('entities')
      ? refuse(index, 'NOT_SPECIFIED', { clause: '3' })
      : refuse(index, 'NOT_FOUND');
  }
  if (index.plan.openPoints.includes('roles')) throw refuse(index, 'NOT_SPECIFIED', { clause: '6' });
  if (scope.actor.userId !== null) return;
  if (!mayBeAnyones(index, found.name)) throw refuse(index, 'UNAUTHENTICATED');
}

/**
 * Whether a cell might let an actor who is not signed in do the action: the one reading of "might somebody ever" (6),
 * asked for the roles that such an actor might hold.
 */
export function mayBeAnyones(index: PlanIndex, entity: string, action: Action = 'read'): boolean {
  let might = visitors.get(index);
  if (might === undefined) {
    const roles = index.plan.roles.map(({ name }) => name);
    const held = new Set(roles.filter((role) => mayBeGivenToAnyone(index, role)));
    visitors.set(index, (might = mightIn(index.plan, { held, gapsAllow: true, fieldsCount: false })));
  }
  return might.roles(entity, action).size > 0;
}

/** By plan: the answer depends on nothing else. */
const visitors = new WeakMap<PlanIndex, Might>();

/** Whether an actor who is not signed in might hold a role: anyone holds it, or its assignment is a gap. */
export function mayBeGivenToAnyone(index: PlanIndex, role: string): boolean {
  const kind = index.findRole(role)?.given.kind;
  return kind === 'anyone' || kind === 'open';
}
