import type { HiddenRead } from '../../diagnostics/codes/disclosures.ts';
import { keyOf } from '../../expression/key.ts';
import { rewrite } from '../../expression/rewrite.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Model } from '../../model/model.ts';
import type { Action, Grant } from '../../model/roles.ts';
import type { Span } from '../../source/span.ts';
import { walk } from '../../expression/walk.ts';
import { and, FALSE, opposite, or, thisRecord, TRUE } from '../analysis/build.ts';
import { excludes } from '../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../analysis/knowledge.ts';
import { replaceVariable } from '../analysis/replace.ts';
import type { Context } from '../context.ts';
import { conjuncts } from '../resolve/walk.ts';
import type { Read } from './reads.ts';
import { type Rights, rightsOf } from './rights.ts';

/** The context of the checks of disclosures. */
export interface Disclosing {
  readonly model: Model;
  readonly rights: Rights;
  readonly knowledge: Knowledge;
  /** Whether a condition follows from the given ones; this is proven, not guessed. */
  readonly follows: (condition: Expression, given: readonly Expression[]) => boolean;
  /** Whether conditions may hold together, as far as is known. */
  readonly mayHold: (...conditions: readonly Expression[]) => boolean;
}

const known = new WeakMap<Model, Disclosing | null>();

/** Null if point 6 leaves open who may read: then nothing is known to be hidden. Computed once for all these checks. */
export function disclosingIn(model: Model): Disclosing | null {
  const before = known.get(model);
  if (before !== undefined) return before;
  const disclosing = findDisclosing(model);
  known.set(model, disclosing);
  return disclosing;
}

function findDisclosing(model: Model): Disclosing | null {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return null;
  const knowledge = knowledgeOf(model);
  const rights = rightsOf(model);
  return {
    model,
    rights,
    knowledge,
    follows(condition, given) {
      const known = given.flatMap(conjuncts);
      if (isGiven(condition, new Set(known.map(keyOf)))) return true;
      const same = sameRecords(known);
      return excludes([...given.map(same), opposite(same(withWitness(condition, given)))], knowledge);
    },
    mayHold: (...conditions) => !conditions.includes(FALSE) && !excludes(conditions, knowledge),
  };
}

/**
 * Replaces each record that is known to equal another one by that one: with `l.about == this`, `l.about.name` becomes
 * `this.name`. The solver does not follow such equalities into the fields of references.
 */
function sameRecords(known: readonly Expression[]): (expression: Expression) => Expression {
  const others = new Map<string, Expression>();
  for (const condition of known) {
    if (condition.kind !== 'binary' || condition.operator !== '==') continue;
    const { left, right } = condition;
    if (left.type.kind !== 'record' || right.type.kind !== 'record') continue;
    const [from, to] = isAboutThis(left) ? [right, left] : [left, right];
    if (from.kind === 'field' && isAboutThis(to)) others.set(keyOf(from), to);
  }
  if (others.size === 0) return (expression) => expression;
  return (expression) =>
    rewrite(expression, (part) => (part.kind === 'field' ? (others.get(keyOf(part)) ?? null) : null));
}

/**
 * Where a record is sought (`exists(E where …)`) among those of the clause's own record, that record may be the one: the
 * condition holds for it, or some record is found. The solver looks into no query.
 */
function withWitness(condition: Expression, given: readonly Expression[]): Expression {
  const records = new Map<string, Expression>();
  for (const part of given)
    walk(part, (of) => {
      if (of.kind === 'variable' && of.name === 'this' && of.type.kind === 'record') records.set(of.type.entity, of);
    });
  return rewrite(condition, (part) => {
    if (part.kind !== 'query' || part.form !== 'exists' || part.source.kind === 'list') return null;
    const witness = records.get(part.source.entity);
    if (witness === undefined || part.where === null) return null;
    return or(part, replaceVariable(part.where, part.variable, witness));
  });
}

/** Whether a record is the clause's own, or one that a path from it leads to. */
function isAboutThis(record: Expression): boolean {
  return record.kind === 'field' ? isAboutThis(record.of) : record.kind === 'variable' && record.name === 'this';
}

/** Whether a condition is one of the given ones (by its key), so that no reasoning is needed. */
function isGiven(condition: Expression, given: ReadonlySet<string>): boolean {
  if (condition === TRUE || given.has(keyOf(condition))) return true;
  if (condition.kind !== 'binary') return false;
  const { operator, left, right } = condition;
  if (operator === 'and') return isGiven(left, given) && isGiven(right, given);
  return operator === 'or' && (isGiven(left, given) || isGiven(right, given));
}

/** The data that an expression reads although its reader may not be able to read them. */
export function hiddenReads(
  { rights, follows }: Disclosing,
  expression: Expression,
  given: readonly Expression[],
  /** Whether the reader has entered the value themselves. */
  isOwn: (read: Read) => boolean = () => false,
): readonly HiddenRead[] {
  const hidden = rights
    .readsAll(replaceOld(expression))
    .filter((read) => !isOwn(read) && !follows(read.readable, [...given, ...read.given]))
    .map(({ entity, field }) => ({ entity, field }));
  return distinctReads(hidden);
}

/** Each of some reads once. */
export function distinctReads(reads: readonly HiddenRead[]): readonly HiddenRead[] {
  return [...new Map(reads.map((read) => [`${read.entity} ${read.field}`, read])).values()];
}

/** The record before a change is read by the same rights. */
function replaceOld(expression: Expression): Expression {
  const entities = new Set<string>();
  walk(expression, (part) => {
    if (part.kind === 'variable' && part.name === 'old' && part.type.kind === 'record') entities.add(part.type.entity);
  });
  const [entity] = entities;
  return entity === undefined ? expression : replaceVariable(expression, 'old', thisRecord(entity));
}

/** Whether the read is of the clause's own record, not of one behind a reference. */
export function isOfThis({ record }: Read): boolean {
  return record.kind === 'variable' && record.name === 'this';
}

/** The people who create or change a record, as conditions; values that only the product sets are known then. */
export function writers({ model, rights }: Disclosing, entity: string, action: 'create' | 'update'): Expression {
  const record = thisRecord(entity);
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  if (action === 'update') {
    const own = model.permissions.find((other) => other.entity === entity)?.fields ?? {};
    const grants = Object.values(own).flatMap(({ update }) => update ?? []);
    return or(rights.does('update', record), ...grants.map((grant) => allowedBy(rights, grant, record)));
  }
  const defaults = fields
    .filter((field) => field.bySystem && field.default?.kind === 'variable' && field.type.kind === 'reference')
    .map((field): Expression => {
      const type = { kind: 'record', entity: 'User', nullable: !field.required } as const;
      const left: Expression = { kind: 'field', of: record, field: field.name, type };
      return { kind: 'binary', operator: '==', left, right: rights.user, type: { kind: 'boolean', nullable: false } };
    });
  return and(rights.does('create', record), ...defaults);
}

/** The people who hold a role that a cell allows something, as a condition. */
export function allowedBy(rights: Rights, grant: Grant, record: Expression): Expression {
  const allowed = rights.allows(grant, record);
  return allowed === FALSE ? FALSE : and(rights.holds(grant.role, record), allowed);
}

/** The people who may do something to a record that they may read, as conditions. */
export function actors({ rights }: Disclosing, entity: string, action: Action): readonly Expression[] {
  const record = thisRecord(entity);
  return [rights.does(action, record), rights.does('read', record)];
}

/** A second record of an entity, beside the clause's own. */
export function otherRecord(entity: string): Expression {
  // A name that no expression of a document can give to one of its own.
  return { kind: 'variable', name: '$other', type: { kind: 'record', entity, nullable: false } };
}

/** The place where point 6 states who may read an entity, or one of its fields. */
export function placeOfReading(context: Context, entity: string, field: string | null): Span | undefined {
  const own = field === null ? undefined : context.placeOf(`6.${entity}.${field}.read`);
  return own ?? context.placeOf(`6.${entity}.read`) ?? context.placeOf(`6.${entity}`);
}
