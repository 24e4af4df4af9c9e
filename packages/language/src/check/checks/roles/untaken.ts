import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { ACTIONS, type Action, type Grant, type Permissions } from '../../../model/roles.ts';
import type { Span } from '../../../source/span.ts';
import { FALSE, opposite, thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Context } from '../../context.ts';
import { permitted } from '../../derived/disclosing.ts';
import { isDeletedOtherwise } from '../../derived/origins.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';
import { type Rights, rightsOf } from '../../derived/rights.ts';

/** What an action needs besides its own cell, and how a message calls it. A create is judged afterwards. */
const TAKES = {
  read: { needs: null, does: 'reads' },
  create: { needs: null, does: 'creates' },
  update: { needs: 'read', does: 'updates' },
  delete: { needs: 'read', does: 'deletes' },
  restore: { needs: 'read', does: 'restores' },
  export: { needs: 'read', does: 'exports' },
  import: { needs: 'create', does: 'imports' },
  history: { needs: 'read', does: 'sees the history of' },
} as const satisfies Record<Action, { readonly needs: Action | null; readonly does: string }>;
type Needed = NonNullable<(typeof TAKES)[Action]['needs']>;

const WHY: Readonly<Record<Needed, { readonly never: string; readonly alone: string }>> = {
  read: {
    never: 'every action presupposes `read`, and whoever this is for may never read the record then',
    alone: 'every action presupposes `read`, and only a further role lets them read the record then',
  },
  create: {
    never: 'an import creates records, and whoever this is for may never create one',
    alone: 'an import creates records, and only a further role lets them create one',
  },
};

/** A row of a table of permissions: an action, or a field that is set. */
interface Row {
  readonly entity: string;
  readonly action: Action;
  /** “updates Claim”, “sets `note` of Claim”. */
  readonly does: string;
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
  readonly words: string;
}

/** The cells of a clause that let nobody do what they say, one for each role that the clause stands for. */
interface Untaken extends Why {
  readonly row: Row;
  readonly span: Span;
  readonly grants: readonly Grant[];
}

/**
 * 6: Every action presupposes `read`, an import `create`, and what is restored was deleted. A cell is pointless where another
 * row withholds that from whoever it is for, and takes a further role where none of their own gives it.
 */
export function checkUntaken(model: Model, context: Context): void {
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
    const byCell = new Map<string, Untaken[]>();
    for (const row of rowsOf(permissions)) {
      for (const [clause, grants] of Map.groupBy(row.grants, (grant) => grant.clause)) {
        const span = context.placeOf(clause);
        const saying = grants.filter(({ cell }) => cell.kind !== 'no' && cell.kind !== 'gap');
        const why = span && saying.length > 0 ? whyUntaken(judging, row, saying) : null;
        if (!span || !why) continue;
        const key = `${span.file} ${span.start} ${why.id} ${why.words}`;
        byCell.set(key, [...(byCell.get(key) ?? []), { ...why, row, span, grants: saying }]);
      }
    }
    for (const cell of byCell.values()) report(context, cell);
  }
}

function report(context: Context, cell: readonly Untaken[]): void {
  const [first] = cell;
  const grant = first?.grants[0];
  if (!first || !grant) return;
  const { id, words: why, row, span, grants } = first;
  const role = grants.length === 1 ? grant.role : null;
  const needed = `6.${row.entity}.${TAKES[row.action].needs ?? row.action}`;
  const place = context.placeOf(`${needed}.${role ?? 'others'}`) ?? context.placeOf(needed);
  const does = [...new Set(cell.map((one) => one.row.does))].join(' or ');
  context.report(id, ROLES_CODES[id], { role, does, why }, span, {
    clause: grant.clause,
    ...(place && { related: [{ span: place, message: 'This decides about the record first.' }] }),
  });
}

function* rowsOf({ entity, actions, fields }: Permissions): Generator<Row> {
  for (const action of ACTIONS)
    yield { entity, action, does: `${TAKES[action].does} ${entity}`, grants: actions?.[action] ?? [] };
  for (const [field, { read = [], update = [] }] of Object.entries(fields)) {
    yield { entity, action: 'read', does: `reads \`${field}\` of ${entity}`, grants: read };
    yield { entity, action: 'update', does: `sets \`${field}\` of ${entity}`, grants: update };
  }
}

/** Why none of the cells of a clause, each under its role, ever lets anybody do it; null where one may. */
function whyUntaken(judging: Judging, { entity, action }: Row, grants: readonly Grant[]): Why | null {
  const refused = grants.map((grant) => whyNotAs(judging, entity, grant));
  const [first = null] = refused;
  if (first !== null && !refused.includes(null)) return { id: 'N657', words: first };
  const { model, possible, entities } = judging;
  const restored = action === 'restore' ? entities.get(entity) : undefined;
  if (restored && !possible.does(entity, 'delete') && !isDeletedOtherwise(model, restored))
    return { id: 'N657', words: `nobody may delete a ${entity}, and nothing else does, so there is none to restore` };
  const { needs } = TAKES[action];
  if (needs === null || isLeftOpen(judging, entity, needs)) return null;
  return grants.every((grant) => isGivenAlike(judging, entity, needs, grant))
    ? null
    : whyWithheld(judging, entity, needs, grants);
}

/** Whether what the cells need is never there with them; or never by their own role, and those that are not assigned. */
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
  const ways = grants.map((grant) => ({ role: grant.role, condition: permitted(rights, grant, record) }));
  // N656 reports a cell that never says yes.
  if (ways.every(({ condition }) => never(condition))) return null;
  if (ways.every(({ condition }) => never(condition, needed))) return { id: 'N657', words: WHY[needs].never };
  const isAlone = ways.every(({ role, condition }) => {
    // Who holds a role that others are named for, as `user is planner`, holds one of these.
    const own = rolesNamedBy(model, role);
    const others = assigned.filter((name) => !own.has(name)).map((name) => opposite(rights.holds(name, record)));
    return never(condition, needed, ...others);
  });
  return isAlone ? { id: 'N660', words: WHY[needs].alone } : null;
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

/** Why `as transaction` permits nobody: the referred record's own cells permit nobody. */
function whyNotAs({ entities, possible }: Judging, entity: string, { cell }: Grant): string | null {
  if (cell.kind !== 'as') return null;
  const type = entities.get(entity)?.fields.find(({ name }) => name === cell.field)?.type;
  if (type?.kind !== 'reference' || possible.does(type.entity, cell.action)) return null;
  return `it is for whoever may ${cell.action} the ${type.entity} that \`${cell.field}\` refers to, which point 6 lets nobody`;
}

/** Whether the same role has it by a cell that asks nothing further, so that there is nothing to reason about. */
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
