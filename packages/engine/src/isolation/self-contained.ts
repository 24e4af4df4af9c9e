import { children, type Effect, type Entity, type Expression, type Plan, type Role } from '@nonet/language';
import { hiddenEntities } from '../plan-index.ts';
import { storedFields } from '../sql/identifiers.ts';
import { TRIGGERS, ASKS, CELLS, EFFECTS, EXPRESSIONS, FIELDS, GIVEN, PARTS, rowOf } from './kinds.ts';
import { expressionsIn, type Parts, partsOf } from './plan-parts.ts';

/**
 * Whether creates, updates and events of an entity need no more than READ COMMITTED: only the record that they lock
 * decides about them, and that record decides about nothing else. docs/decisions/0004 has the argument. Anything that
 * this engine does not know (a kind, a part of the plan) makes the entity SERIALIZABLE.
 */
export function isSelfContained(plan: Plan, name: string): boolean {
  let known = answers.get(plan);
  if (known === undefined) answers.set(plan, (known = new Map()));
  let answer = known.get(name);
  if (answer === undefined) known.set(name, (answer = judge(plan, name)));
  return answer;
}

const answers = new WeakMap<Plan, Map<string, boolean>>();

function judge(plan: Plan, name: string): boolean {
  const entity = plan.entities.find((candidate) => candidate.name === name);
  if (entity === undefined || name === 'User' || entity.owner !== null || plan.openPoints.length > 0) return false;
  const { own, others } = partsOf(plan, name);
  const hidden = hiddenEntities(plan);
  return (
    isKnown(plan, own) &&
    isKnown(plan, others) &&
    // A tree never goes round: other records decide about where one may come.
    entity.fields.every(({ tree }) => tree === undefined) &&
    entity.fields.every(({ type }) => FIELDS[type.kind] !== 'children' && FIELDS[type.kind] !== 'references') &&
    storedFields(entity).every(({ type }) => FIELDS[type.kind] !== 'other records') &&
    expressionsIn(own.all).every((expression) => readsOnly(expression, name)) &&
    own.grants.every(({ cell }) => CELLS[cell.kind] !== 'another record') &&
    own.effects.every(staysHere) &&
    usedRoles(plan, own).every(({ given }) => GIVEN[given.kind] !== 'user') &&
    !reads(plan, others, name) &&
    referred(plan, entity).every((target) => isOpen(plan, target) && !hidden.has(target.name)) &&
    (!isReferredTo(plan, name) || isOpen(plan, entity))
  );
}

/** Whether this engine knows what every kind in these parts reads and writes. */
function isKnown(plan: Plan, parts: Parts): boolean {
  const rows = parts.workflows.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions));
  return (
    Object.keys(plan).every((part) => rowOf(PARTS, part) !== undefined) &&
    plan.roles.every(({ given }) => rowOf(GIVEN, given.kind) !== undefined) &&
    parts.fields.every(({ type }) => rowOf(FIELDS, type.kind) !== undefined) &&
    parts.grants.every(({ cell }) => rowOf(CELLS, cell.kind) !== undefined) &&
    parts.effects.every(isKnownEffect) &&
    rows.every(({ by }) => by.every(({ kind }) => rowOf(TRIGGERS, kind) !== undefined)) &&
    rows.every(({ asks }) => asks.every(({ kind }) => rowOf(ASKS, kind) !== undefined)) &&
    expressionsIn(parts.all).every(isKnownExpression)
  );
}

function isKnownEffect(effect: Effect): boolean {
  return rowOf(EFFECTS, effect.kind) !== undefined && (effect.kind !== 'for' || isKnownEffect(effect.effect));
}

function isKnownExpression(expression: Expression): boolean {
  return rowOf(EXPRESSIONS, expression.kind) !== undefined && children(expression).every(isKnownExpression);
}

/**
 * Fields of the record itself, before and after, constants, and who acts: nothing that another transaction could
 * change.
 */
function readsOnly(expression: Expression, entity: string): boolean {
  if (EXPRESSIONS[expression.kind] === 'records') return false;
  if (expression.kind === 'field') {
    const { of, type } = expression;
    if (type.kind === 'list') return false;
    const isOwn = of.kind === 'variable' && ['this', 'old'].includes(of.name);
    if (of.type.kind === 'record' && !(isOwn && of.type.entity === entity)) return false;
  }
  return children(expression).every((part) => readsOnly(part, entity));
}

/**
 * Whether an effect writes only the record itself. Effects on other records lock and judge those; effects that may
 * delete this record stay SERIALIZABLE, too.
 */
function staysHere(effect: Effect): boolean {
  return EFFECTS[effect.kind] === 'end of path' && 'path' in effect && effect.path.length === 0;
}

/** Whether parts of other entities may decide by records of this one. */
function reads(plan: Plan, others: Parts, entity: string): boolean {
  return (
    expressionsIn(others.all).some((expression) => readsRecordsOf(expression, entity)) ||
    others.effects.some((effect) => leadsThrough(effect, entity)) ||
    (others.grants.some(({ cell }) => CELLS[cell.kind] === 'another record') && isReferredTo(plan, entity))
  );
}

function readsRecordsOf(expression: Expression, entity: string): boolean {
  const isOf = (type: Expression['type']): boolean => type.kind === 'record' && type.entity === entity;
  return (
    expression.kind === 'role' ||
    (expression.kind === 'query' && expression.source.entity === entity) ||
    (expression.type.kind === 'list' && isOf(expression.type.of)) ||
    (expression.kind === 'field' && isOf(expression.of.type)) ||
    children(expression).some((part) => readsRecordsOf(part, entity))
  );
}

/** Whether an effect reaches its record through others, or deletes records of the entity. */
function leadsThrough(effect: Effect, entity: string): boolean {
  if (effect.kind === 'for') return leadsThrough(effect.effect, entity);
  return ('path' in effect && effect.path.length > 1) || (effect.kind === 'delete' && effect.entity === entity);
}

/** The roles that cells and events of these parts name. */
function usedRoles(plan: Plan, { grants, workflows }: Parts): Role[] {
  const names = new Set(grants.map(({ role }) => role));
  for (const { events } of workflows)
    for (const { transitions } of events)
      for (const actor of transitions.flatMap(({ by }) => by)) if (actor.kind === 'role') names.add(actor.role);
  return plan.roles.filter(({ name }) => names.has(name));
}

/**
 * Whether permission to read the entity depends on no record, so that a write can't change whether a reference to it
 * is readable.
 */
function isOpen(plan: Plan, { name }: Entity): boolean {
  const permissions = plan.permissions.find(({ entity }) => entity === name);
  const grants = permissions?.actions?.read ?? [];
  return grants.every(({ role, states, cell }) => {
    if (cell.kind === 'no') return true;
    if (CELLS[cell.kind] !== 'nothing' || (cell.kind === 'yes' && states !== null)) return false;
    const given = plan.roles.find((candidate) => candidate.name === role)?.given;
    return given === undefined || GIVEN[given.kind] === 'account';
  });
}

function referred(plan: Plan, entity: Entity): Entity[] {
  const names = new Set(entity.fields.flatMap(({ type }) => ('entity' in type ? [type.entity] : [])));
  return plan.entities.filter(({ name }) => names.has(name));
}

function isReferredTo(plan: Plan, name: string): boolean {
  return plan.entities.some(({ fields }) =>
    fields.some(
      ({ type }) =>
        (FIELDS[type.kind] === 'reference' || FIELDS[type.kind] === 'references') &&
        'entity' in type &&
        type.entity === name,
    ),
  );
}
