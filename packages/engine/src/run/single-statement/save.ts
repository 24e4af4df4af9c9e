import { describeTables, type TableDescription } from '../../migrate/describe.ts';
import { recordPredicate } from '../../sql/authority.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column, quote, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import { and, TRUE } from '../../sql/logic.ts';
import type { PlanIndex } from '../../plan-index.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { compileFieldsJson } from '../../sql/projection.ts';
import { forAllCalls, keptStatement } from '../../sql/statement.ts';
import { compileTitle } from '../../sql/title.ts';
import { rolesToday } from '../../session/today.ts';
import { recordText, type RecordText } from '../answer-text.ts';
import { compileTag, isTaggable, tagSlots } from '../etag.ts';
import type { Batcher, BatchPolicy } from '../batch.ts';
import type { KeyedRequest } from '../idempotency.ts';
import { compileLimits } from '../limits.ts';
import { type ReadScope, actorContext } from '../read-scope.ts';
import { authorityKey, clauseContext, OLD, THIS } from '../write.ts';
import { checkedFields } from '../checks.ts';
import type { Draft } from './draft.ts';

export interface SingleStatementOptions {
  /** The tags of `If-Match`; null where any version will do. */
  readonly tags: readonly string[] | null;
  readonly request: KeyedRequest | null;
}

/** Errors after which the statement left nothing behind: values that do not fit, broken constraints, serialization failures. */
const REFUSED = /^(22|23|40)...$/;

/** Drafts of different records, under different keys, are saved together; what the database refuses is written in parts. */
export const SAVES: BatchPolicy = {
  mostCalls: 16,
  maximumInFlight: 2,
  parts: 3,
  targetMilliseconds: null,
  shares: false,
  conflictKeys: ({ id, scope, key }) => [String(id), ...(key === undefined ? [] : [JSON.stringify([scope, key])])],
  onError: (error) => (REFUSED.test((error as { code?: string }).code ?? '') ? 'none' : 'failed'),
};

/**
 * Judges a draft, saves it with its history, and reads the answer, all by one statement, which is its own transaction,
 * and that of the drafts that arrive with it. Null where anything refuses it: then nothing was written, and
 * writing in several statements says why.
 */
export async function saveInSingleStatement(
  saves: Batcher,
  scope: ReadScope,
  draft: Draft,
  options: SingleStatementOptions,
): Promise<RecordText | null> {
  const { request, tags } = options;
  const { session } = scope.actor;
  const key = [
    'at once',
    draft.entity,
    draft.key,
    authorityKey(scope),
    session === undefined ? '' : 'session',
    request === null ? '' : 'keyed',
    tags === null ? '' : 'tagged',
  ].join(' | ');
  const statement = keptStatement(
    scope.index,
    key,
    (parameters) => compile(scope, draft, options, parameters),
    forAllCalls,
  );
  const [row] = await saves.ask<{ fields: string; title: string }>(statement, {
    now: scope.now,
    user: scope.actor.userId,
    id: draft.id,
    ...draft.slots,
    ...(session === undefined ? {} : { session: session.tokenHash, roles: JSON.stringify(scope.actor.roles) }),
    ...(request === null ? {} : { scope: request.scope, key: request.key, hash: request.hash }),
    ...(tags === null ? {} : { tags: JSON.stringify(tags), ...tagSlots(scope.secret) }),
  });
  return row === undefined ? null : recordText(scope, draft.entity, row.fields, row.title);
}

/**
 * Common table expressions on `calls`: each of them is one draft, and `id` distinguishes them. Every record goes through
 * them as one row, so that nothing is looked for among the others again; the columns that begin with `_` go with it.
 */
function compile(scope: ReadScope, draft: Draft, options: SingleStatementOptions, parameters: Parameters): string {
  const description = describeTables(scope.index).find(({ entity }) => entity.name === draft.entity);
  if (description === undefined) throw new Error(`${draft.entity} has no table.`);
  const news = draft.columns(parameters);
  const target = table(draft.entity);
  const id = parameters.slot('id', 'uuid');
  const keepsHistory = scope.index.entity(draft.entity).history === 'kept';
  const isKeyed = options.request !== null;
  const carried = [
    'calls.call_ as "_call"',
    ...answer(scope, draft, parameters),
    ...(keepsHistory ? formerly(scope, draft) : []),
    ...(isKeyed ? keyOf(parameters) : []),
  ];
  // `offset 0`: a record is read, and computed, once.
  const standing = draft.isNew
    ? ''
    : `cross join lateral (select * from locked_ where locked_."id" = ${id} offset 0) ${OLD}`;
  const sources = `asked_ calls ${standing} cross join lateral (select ${drafted(description, draft, news)} offset 0) ${THIS}`;
  const granted = isKeyed
    ? 'judged_ join claimed_ on claimed_.scope = judged_."_scope" and claimed_.key = judged_."_key"'
    : 'judged_';
  const saved = [`t."id"`, ...(keepsHistory ? historyColumns(scope, draft) : [])].join(', ');
  const parts = [
    `asked_ as materialized (select calls.* from calls where ${premises(scope, draft, parameters)})`,
    // A row that somebody else is writing would hold up the whole batch: in several statements it waits alone.
    ...(draft.isNew
      ? []
      : [
          `locked_ as (select t.* from ${target} t where t."id" in (select ${id} from calls) and t.${quote(SYSTEM_COLUMNS.deletedAt)} is null order by t."id" for update skip locked)`,
        ]),
    `judged_ as materialized (select ${[`${THIS}.*`, ...carried].join(', ')} from ${sources} where ${judgement(scope, draft, options, parameters)})`,
    ...(isKeyed ? [`claimed_ as (${claim()})`] : []),
    draft.isNew
      ? `saved_ as (insert into ${target} as t (${names(description).join(', ')}) select ${names(description)
          .map((name) => `judged_.${name}`)
          .join(', ')} from ${granted} returning ${saved})`
      : `saved_ as (update ${target} t set ${[...news.keys()].map((name) => `${quote(name)} = judged_.${quote(name)}`).join(', ')} from ${granted} where t."id" = judged_."id" returning ${saved})`,
    ...(keepsHistory ? [`told_ as (${historyEntry(draft, parameters)})`] : []),
  ];
  return `${parts.join(',\n')} select judged_."_call" as call_, judged_."_fields" as fields, judged_."_title" as title from judged_ join saved_ on saved_."id" = judged_."id"`;
}

function names(description: TableDescription): string[] {
  return description.columns.map(({ name }) => quote(name));
}

/** Every column of the record as it would be saved, in its type, so that it is rounded as its column rounds it. */
function drafted({ columns }: TableDescription, draft: Draft, news: ReadonlyMap<string, string>): string {
  return columns
    .map(({ name, type }) => {
      const set = news.get(name);
      const sql =
        set !== undefined ? `(${set})::${type}` : draft.isNew ? `${EMPTY[name] ?? 'null'}::${type}` : column(OLD, name);
      return `${sql} as ${quote(name)}`;
    })
    .join(', ');
}

/** The engine's own columns that have a value from the beginning. */
const EMPTY: Readonly<Record<string, string>> = { [SYSTEM_COLUMNS.version]: '1' };

function answer(scope: ReadScope, draft: Draft, parameters: Parameters): string[] {
  const row = { kind: 'row', entity: draft.entity, alias: THIS, readable: true } as const;
  const context = actorContext(scope, parameters, { this: row });
  return [`${compileFieldsJson(context, row)}::text as "_fields"`, `${compileTitle(context, row)} as "_title"`];
}

/** The record as it stands, for its history; nothing for a new one. */
function formerly({ index }: ReadScope, { entity, isNew }: Draft): string[] {
  return isNew ? [] : [`${stateOf(index, entity, OLD)} as "_from"`, `to_jsonb(${OLD}) as "_before"`];
}

function stateOf(index: PlanIndex, entity: string, alias: string): string {
  const state = index.stateField(entity);
  return state === null ? 'null::text' : column(alias, state);
}

function keyOf(parameters: Parameters): string[] {
  return (
    [
      ['scope', 'text'],
      ['key', 'text'],
      ['hash', 'bytea'],
      ['now', 'timestamptz'],
    ] as const
  ).map(([name, type]) => `${parameters.slot(name, type)} as "_${name}"`);
}

/** The conditions that the actor is the same today, and that the draft's assumptions hold. */
function premises(scope: ReadScope, draft: Draft, parameters: Parameters): string {
  const today =
    scope.actor.session === undefined
      ? TRUE
      : `coalesce(to_jsonb(${rolesToday(scope.index, parameters)}) = ${parameters.slot('roles', 'jsonb')}, false)`;
  return and(today, ...draft.premises(parameters, clauseContext(scope, parameters, draft.entity)));
}

function judgement(scope: ReadScope, draft: Draft, options: SingleStatementOptions, parameters: Parameters): string {
  const { index, authority } = scope;
  const { entity } = draft;
  const old = draft.isNew ? ({ kind: 'null' } as const) : ({ kind: 'row', entity, alias: OLD } as const);
  const context = clauseContext(scope, parameters, entity, { old });
  const rules = index.plan.rules.filter((rule) => rule.entity === entity && rule.on.includes(draft.cause));
  const conditions = [
    ...draft.conditions(parameters, context),
    recordPredicate(context, authority, 'read', { kind: 'row', entity, alias: THIS }),
    ...checkedFields(scope, entity).flatMap((field) => compileLimits(parameters, field, column(THIS, field.name))),
    ...rules.flatMap(({ condition }) => (condition === null ? [] : [compileCondition(condition, context)])),
  ];
  if (options.tags !== null) conditions.push(sameVersion(scope, draft, parameters));
  return and(...conditions);
}

/** `If-Match`: the tag of the record as the actor may read it, before the change. */
function sameVersion(scope: ReadScope, draft: Draft, parameters: Parameters): string {
  const row = { kind: 'row', entity: draft.entity, alias: OLD, readable: true } as const;
  const fields = compileFieldsJson(actorContext(scope, parameters, { this: row }), row);
  return isTaggable(fields) ? `(${parameters.slot('tags', 'jsonb')} ? ${compileTag(parameters, fields)})` : 'false';
}

/** The Idempotency-Key is claimed with the answer; where it is claimed already, nothing is saved. */
function claim(): string {
  const kept = `jsonb_build_object('fields', "_fields", 'title', "_title")`;
  return `insert into nonet.idempotency (scope, key, request_hash, created_at, status, answer) select "_scope", "_key", "_hash", "_now", 200, ${kept} from judged_ on conflict do nothing returning scope, key`;
}

/** The columns of the history entry, as the record was saved; an update still has its former values at hand. */
function historyColumns({ index }: ReadScope, { entity, isNew }: Draft): string[] {
  return [
    `t.${quote(SYSTEM_COLUMNS.updatedAt)} as "_at"`,
    `t.${quote(SYSTEM_COLUMNS.updatedBy)} as "_by"`,
    isNew ? 'null::text as "_from"' : 'judged_."_from"',
    `${stateOf(index, entity, 't')} as "_to"`,
    isNew ? 'null::jsonb as "_before"' : 'judged_."_before"',
    'to_jsonb(t) as "_after"',
  ];
}

function historyEntry({ entity, action, clause }: Draft, parameters: Parameters): string {
  const [of, by, under] = [entity, action, clause].map((text) => parameters.bind(text, 'text'));
  return `insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after) select ${of}, "id", "_at", "_by", ${by}, ${under}, "_from", "_to", "_before", "_after" from saved_`;
}
