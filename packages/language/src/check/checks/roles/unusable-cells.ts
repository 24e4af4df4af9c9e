import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { ACTIONS, type Action, type Grant, type Permissions, type VerbRow, VERBS } from '../../../model/roles.ts';
import type { Span } from '../../../source/span.ts';
import { FALSE, opposite, thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { allowedBy } from '../../derived/disclosing.ts';
import { isDeletedOtherwise } from '../../derived/origins.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';
import { type Rights, rightsOf } from '../../derived/rights.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

type Needed = NonNullable<VerbRow['needs']>;

type UnusableReason = DetailsOf<'N657'>['why'];

const WHY: Readonly<Record<Needed, { readonly never: UnusableReason; readonly alone: UnusableReason }>> = {
  read: { never: 'readNever', alone: 'readAlone' },
  create: { never: 'createNever', alone: 'createAlone' },
};

/** A row of a table of permissions: an action, or a field that is set. */
interface Row {
  readonly entity: string;
  readonly action: Action;
  /** Null if the whole record is meant. */
  readonly field: string | null;
  readonly grants: readonly Grant[];
}

interface Judging {
  readonly model: Model;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly permissions: ReadonlyMap<string, Permissions>;
  readonly knowledge: Knowledge;
  readonly rights: Rights;
  readonly possible: Possible;
  readonly assigned: readonly string[];
}

interface Why {
  readonly id: 'N657' | 'N660';
  readonly reason: UnusableReason;
}

/** The cells of a clause that allow nobody anything, one for each role that the clause stands for. */
interface UnusableCell extends Why {
  readonly row: Row;
  readonly span: Span;
  readonly grants: readonly Grant[];
}

/**
 * 6: Every action presupposes `read`, an import also `create`, and `restore` presupposes `delete`. A cell is pointless
 * if another row withholds the presupposed action from all whom the cell allows. It needs a further role if none of
 * their own roles gives that action.
 */
export function checkUnusableCells(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.some(({ given }) => given.kind === 'open')) return;
  const judging: Judging = {
    model,
    entities: new Map(model.entities.map((entity) => [entity.name, entity])),
    permissions: new Map(model.permissions.map((own) => [own.entity, own])),
    knowledge: knowledgeOf(model),
    rights: rightsOf(model),
    possible: possibleIn(model),
    assigned: model.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name),
  };
  for (const permissions of model.permissions) {
    // N352 reports an entity that nobody reads at all.
    if (judging.possible.hidden(permissions.entity, null) !== null) continue;
    // A cell of several actions is one mistake.
    const byCell = new Map<string, UnusableCell[]>();
    for (const row of rowsOf(permissions)) {
      for (const [clause, grants] of Map.groupBy(row.grants, (grant) => grant.clause)) {
        const span = context.placeOf(clause);
        const saying = grants.filter(({ cell }) => cell.kind !== 'no' && cell.kind !== 'gap');
        const why = span && saying.length > 0 ? whyUnusableCell(judging, row, saying) : null;
        if (!span || !why) continue;
        const key = `${span.file} ${span.start} ${why.id} ${JSON.stringify(why.reason)}`;
        byCell.set(key, [...(byCell.get(key) ?? []), { ...why, row, span, grants: saying }]);
      }
    }
    for (const cell of byCell.values()) report(context, cell);
  }
}

function report(context: Context, cell: readonly UnusableCell[]): void {
  const [first] = cell;
  const grant = first?.grants[0];
  if (!first || !grant) return;
  const { id, reason: why, row, span, grants } = first;
  const role = grants.length === 1 ? grant.role : null;
  const needed = `6.${row.entity}.${VERBS[row.action].needs ?? row.action}`;
  const place = context.placeOf(`${needed}.${role ?? 'others'}`) ?? context.placeOf(needed);
  const denied = new Map(
    cell.map(({ row: { action, entity, field } }) => [`${action} ${field}`, { action, entity, field }]),
  );
  context.report(id, ROLES_CODES[id], { role, does: [...denied.values()], why }, span, {
    clause: grant.clause,
    ...(place && { related: [{ span: place, message: 'This decides about the record first.' }] }),
  });
}

function* rowsOf({ entity, actions, fields }: Permissions): Generator<Row> {
  for (const action of ACTIONS) yield { entity, action, field: null, grants: actions?.[action] ?? [] };
  for (const [field, { read = [], update = [] }] of Object.entries(fields)) {
    yield { entity, action: 'read', field, grants: read };
    yield { entity, action: 'update', field, grants: update };
  }
}

/** Why none of the cells of a clause, each under its role, ever lets anybody do it; null if one may. */
function whyUnusableCell(judging: Judging, { entity, action }: Row, grants: readonly Grant[]): Why | null {
  const refused = grants.map((grant) => whyNotAs(judging, entity, grant));
  const [first = null] = refused;
  if (first !== null && !refused.includes(null)) return { id: 'N657', reason: first };
  const { model, possible, entities } = judging;
  const restored = action === 'restore' ? entities.get(entity) : undefined;
  if (restored && !possible.does(entity, 'delete') && !isDeletedOtherwise(model, restored))
    return { id: 'N657', reason: { because: 'noneDeleted', entity } };
  const { needs } = VERBS[action];
  if (needs === null || isLeftOpen(judging, entity, needs)) return null;
  return grants.every((grant) => isGivenAlike(judging, entity, needs, grant))
    ? null
    : whyWithheld(judging, entity, needs, grants);
}

/**
 * Whether a cell's needs are never met together with it; or never by its own role and the roles that are not assigned.
 */
function whyWithheld(
  { model, knowledge, rights, assigned }: Judging,
  entity: string,
  needs: Needed,
  grants: readonly Grant[],
): Why | null {
  const never = (...conditions: readonly Expression[]): boolean =>
    conditions.includes(FALSE) || excludes(conditions, knowledge);
  const record = thisRecord(entity);
  const needed = rights.does(needs, record);
  const ways = grants.map((grant) => ({ role: grant.role, condition: allowedBy(rights, grant, record) }));
  // N656 reports a cell that never says yes.
  if (ways.every(({ condition }) => never(condition))) return null;
  if (ways.every(({ condition }) => never(condition, needed))) return { id: 'N657', reason: WHY[needs].never };
  const isAlone = ways.every(({ role, condition }) => {
    // Somebody who holds a role that depends on others, such as `user is planner`, holds one of these.
    const own = rolesNamedBy(model, role);
    const others = assigned.filter((name) => !own.has(name)).map((name) => opposite(rights.holds(name, record)));
    return never(condition, needed, ...others);
  });
  return isAlone ? { id: 'N660', reason: WHY[needs].alone } : null;
}

/** A role, and those that it is given by, directly or through others. */
function rolesNamedBy({ roles }: Model, name: string): ReadonlySet<string> {
  const named = new Set([name]);
  for (const each of named) {
    const given = roles.find((role) => role.name === each)?.given;
    const conditions =
      given?.kind === 'user' ? [given.condition] : given?.kind === 'relationship' ? Object.values(given.of) : [];
    for (const condition of conditions)
      walk(condition, (part) => {
        if (part.kind === 'role') named.add(part.role);
      });
  }
  return named;
}

/** Why `as transaction` allows nobody: the cells of the referred record allow nobody. */
function whyNotAs({ entities, possible }: Judging, entity: string, { cell }: Grant): UnusableReason | null {
  if (cell.kind !== 'as') return null;
  const type = entities.get(entity)?.fields.find(({ name }) => name === cell.field)?.type;
  if (type?.kind !== 'reference' || possible.does(type.entity, cell.action)) return null;
  return { because: 'as', action: cell.action, entity: type.entity, field: cell.field };
}

/** Whether the same role has the action by an unconditional cell, so that no reasoning is needed. */
function isGivenAlike({ entities, permissions }: Judging, entity: string, needs: Needed, { role }: Grant): boolean {
  if (entities.get(entity)?.owner) return false;
  const given = permissions.get(entity)?.actions?.[needs] ?? [];
  return given.some((other) => other.role === role && other.cell.kind === 'yes' && other.states === null);
}

/** Whether point 6 leaves open who may do so, to the record or to its owner. */
function isLeftOpen(judging: Judging, entity: string, needs: Needed): boolean {
  const grants = judging.permissions.get(entity)?.actions?.[needs] ?? [];
  const owner = judging.entities.get(entity)?.owner;
  return grants.some(({ cell }) => cell.kind === 'gap') || (owner ? isLeftOpen(judging, owner.entity, needs) : false);
}
