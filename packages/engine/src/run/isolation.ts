import { type Entity, type Expression, type Permissions, type Plan, type Role, walk } from '@nonet/language';
import { hiddenEntities } from '../plan-index.ts';
import { storedFields } from '../sql/identifiers.ts';

/**
 * Whether creates, updates and events of an entity need no more than READ COMMITTED: all they decide by is the record
 * they have locked, and nobody else decides by that record. docs/decisions/0004 has the argument.
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
  if (entity === undefined || name === 'User' || isFamily(plan, entity)) return false;
  const { own, others } = partsOf(plan, entity);
  const hidden = hiddenEntities(plan);
  return (
    storedFields(entity).every(({ type }) => !['file', 'image', 'slug'].includes(type.kind)) &&
    own.every((part) => expressionsIn(part).every((expression) => readsOnly(expression, name))) &&
    own.every((part) => objectsIn(part).every(({ kind }) => !REACHING.has(String(kind)))) &&
    effectsStayHere(own) &&
    usedRoles(plan, name).every(({ given }) => given.kind !== 'user') &&
    others.every((part) => !reads(plan, part, name)) &&
    referred(plan, entity).every((target) => isOpen(plan, target) && !hidden.has(target.name)) &&
    (!isReferredTo(plan, name) || isOpen(plan, entity))
  );
}

/** Cells that ask about another record. */
const REACHING: ReadonlySet<string> = new Set(['as']);

/** Children are written with their owner; nothing but serializability keeps a `many` from naming what is being deleted. */
const LISTED: ReadonlySet<string> = new Set(['children', 'many']);

function isFamily(plan: Plan, entity: Entity): boolean {
  return entity.owner !== null || entity.fields.some(({ type }) => LISTED.has(type.kind)) || plan.openPoints.length > 0;
}

/** What of the plan is evaluated when this entity is written, and what when others are. Screens and titles only show. */
function partsOf(plan: Plan, { name }: Entity): { own: unknown[]; others: unknown[] } {
  const own: unknown[] = [];
  const others: unknown[] = [];
  const sort = (mine: boolean, part: unknown) => (mine ? own : others).push(part);
  for (const { name: entity, fields } of plan.entities) sort(entity === name, fields);
  for (const rule of plan.rules) sort(rule.entity === name, rule);
  for (const workflow of plan.states) sort(workflow.entity === name, workflow);
  for (const permissions of plan.permissions) sort(permissions.entity === name, permissions);
  for (const call of plan.calls)
    sort(
      call.when.some((cause) => cause.entity === name),
      call,
    );
  for (const { given } of plan.roles) {
    if (given.kind === 'user') others.push(given.condition);
    if (given.kind === 'relationship')
      for (const [entity, condition] of Object.entries(given.of)) sort(entity === name, condition);
  }
  return { own, others };
}

/** Fields of the record itself, before and after, constants, and who acts: nothing that another transaction could change. */
function readsOnly(expression: Expression, entity: string): boolean {
  let only = true;
  walk(expression, (node) => {
    if (node.kind === 'query' || node.kind === 'role' || (node.kind === 'field' && node.type.kind === 'list'))
      only = false;
    if (node.kind !== 'field' || node.of.type.kind !== 'record') return;
    const isOwn =
      node.of.kind === 'variable' && ['this', 'old'].includes(node.of.name) && node.of.type.entity === entity;
    if (!isOwn) only = false;
  });
  return only;
}

/** Effects that may reach other records, or take this one away. */
const FAR_EFFECTS: ReadonlySet<string> = new Set(['fire', 'fire each', 'delete', 'for']);

/** Effects on other records lock and judge these. */
function effectsStayHere(parts: readonly unknown[]): boolean {
  return parts.every((part) =>
    objectsIn(part).every(
      ({ kind, path, values }) =>
        !(kind === 'set' && Array.isArray(path) && path.length > 0) &&
        !(kind === 'create' && values !== undefined) &&
        !FAR_EFFECTS.has(String(kind)),
    ),
  );
}

/** Whether a part of the plan may decide by records of an entity that it is not about. */
function reads(plan: Plan, part: unknown, entity: string): boolean {
  const inExpressions = expressionsIn(part).some((expression) => {
    let found = false;
    walk(expression, (node) => {
      if (node.kind === 'role') found = true;
      if (node.kind === 'query' && node.source.entity === entity) found = true;
      if (node.type.kind === 'list' && node.type.of.kind === 'record' && node.type.of.entity === entity) found = true;
      if (node.kind === 'field' && node.of.type.kind === 'record' && node.of.type.entity === entity) found = true;
    });
    return found;
  });
  const byPath = objectsIn(part).some(({ path, kind }) => isEffect(kind) && Array.isArray(path) && path.length > 1);
  const taken = objectsIn(part).some((effect) => effect['kind'] === 'delete' && effect['entity'] === entity);
  const byCell = objectsIn(part).some(({ kind }) => REACHING.has(String(kind)));
  return inExpressions || byPath || taken || (byCell && isReferredTo(plan, entity));
}

function isEffect(kind: unknown): boolean {
  return kind === 'set' || kind === 'fire' || kind === 'delete';
}

function usedRoles(plan: Plan, entity: string): Role[] {
  const permissions = plan.permissions.find((candidate) => candidate.entity === entity);
  const names = new Set(permissions === undefined ? [] : grantsOf(permissions).map(({ role }) => role));
  for (const workflow of plan.states.filter((candidate) => candidate.entity === entity))
    for (const { kind, role } of objectsIn(workflow)) if (kind === 'role') names.add(String(role));
  return plan.roles.filter(({ name }) => names.has(name));
}

function grantsOf({ actions, fields }: Permissions) {
  const rows = Object.values(fields).flatMap(({ read = [], update = [] }) => [...read, ...update]);
  return [...Object.values(actions ?? {}).flat(), ...rows];
}

/** Whether who may read it hangs on no record: a reference to it is then readable or not, whatever is written. */
function isOpen(plan: Plan, { name }: Entity): boolean {
  const grants = plan.permissions.find(({ entity }) => entity === name)?.actions?.read ?? [];
  return grants.every(({ role, states, cell }) => {
    const given = plan.roles.find((candidate) => candidate.name === role)?.given.kind;
    const isFixed = cell.kind === 'no' || cell.kind === 'gap' || (cell.kind === 'yes' && states === null);
    return isFixed && (cell.kind === 'no' || (given !== 'relationship' && given !== 'user'));
  });
}

function referred(plan: Plan, entity: Entity): Entity[] {
  const names = new Set(entity.fields.flatMap(({ type }) => ('entity' in type ? [type.entity] : [])));
  return plan.entities.filter(({ name }) => names.has(name));
}

function isReferredTo(plan: Plan, name: string): boolean {
  return plan.entities.some(({ fields }) =>
    fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === name),
  );
}

const EXPRESSIONS: ReadonlySet<unknown> = new Set([
  'literal',
  'variable',
  'constant',
  'list',
  'field',
  'unary',
  'binary',
  'conditional',
  'call',
  'role',
  'query',
  'list query',
]);

/** Every object in a part of the plan that is no part of an expression. */
function objectsIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null || isExpression(part)) return [];
  if (Array.isArray(part)) return part.flatMap(objectsIn);
  return [part as Record<string, unknown>, ...Object.values(part).flatMap(objectsIn)];
}

/** Every expression in a part of the plan, wherever it stands: a place that is new in the plan is not forgotten here. */
function expressionsIn(part: unknown): Expression[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isExpression(part)) return [part];
  return Object.values(part).flatMap(expressionsIn);
}

function isExpression(part: object): part is Expression {
  return 'kind' in part && EXPRESSIONS.has(part.kind) && 'type' in part && typeof part.type === 'object';
}
