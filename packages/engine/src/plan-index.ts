import type {
  CatalogueError,
  Constant,
  Entity,
  Event,
  Field,
  Permissions,
  Plan,
  Role,
  Screen,
  Workflow,
} from '@nonet/language';
import type { ColumnName } from './sql/identifiers.ts';

/** The parameters of a function of row security: who they are, which roles they hold everywhere, and when it is. */
export const ROW_ARGUMENTS = ['user', 'held', 'now'] as const;
export type RowArgument = (typeof ROW_ARGUMENTS)[number];

/** The functions of row security, all in one schema; each has the name of its entity's table. */
export interface RowSecurity {
  readonly schema: string;
  /** By entity, the parameters of its function; an entity without one may be read by everybody. */
  readonly parameters: ReadonlyMap<string, readonly RowArgument[]>;
}

/** The plan by name, built once per product. The functions without `find` throw on a name that the plan lacks: a fault. */
export interface PlanIndex {
  /** Whether a record of it may be softly deleted, directly or with another. */
  readonly mayBeHidden: (entity: string) => boolean;
  readonly plan: Plan;
  /** The process environment that `env` and `secret` constants read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where row security is on: the functions of the database that give the records which a reader may read (`row-security`). */
  readonly rowSecurity: RowSecurity | null;
  readonly entities: ReadonlyMap<string, Entity>;
  entity(name: string): Entity;
  findEntity(name: string): Entity | null;
  /** Finds it by the collection's name in the API. */
  findEntityByPath(path: string): Entity | null;
  field(entity: string, field: string): Field;
  findField(entity: string, field: string): Field | null;
  /** Whether an entity's records have whole numbers as ids (3, `id`). */
  hasWholeIds(entity: string): boolean;
  /** The entities that an entity owns, with the list field that holds them. */
  children(entity: string): readonly { readonly field: Field; readonly entity: Entity }[];
  workflow(entity: string): Workflow | null;
  /** The name of the field that point 4 governs: it is always stored. */
  stateField(entity: string): ColumnName | null;
  event(entity: string, event: string): Event | null;
  permissions(entity: string): Permissions | null;
  role(name: string): Role;
  findRole(name: string): Role | null;
  error(code: string): CatalogueError | null;
  constant(name: string): Constant;
  findConstant(name: string): Constant | null;
  screen(slug: string): Screen | null;
}

export function indexPlan(
  plan: Plan,
  environment: Readonly<Record<string, string | undefined>> = {},
  rowSecurity: RowSecurity | null = null,
): PlanIndex {
  const entities = byName(plan.entities);
  const entitiesByPath = new Map(plan.entities.map((entity) => [entity.path, entity]));
  const fields = new Map(plan.entities.map((entity) => [entity.name, byName(entity.fields)]));
  const workflows = new Map(plan.states.map((workflow) => [workflow.entity, workflow]));
  const permissions = new Map(plan.permissions.map((permission) => [permission.entity, permission]));
  const roles = byName(plan.roles);
  const errors = new Map(plan.errors.map((error) => [error.code, error]));
  const constants = byName(plan.constants);
  const screens = new Map(plan.screens.map((screen) => [screen.slug, screen]));
  const children = new Map<string, { field: Field; entity: Entity }[]>();
  for (const entity of plan.entities) {
    children.set(
      entity.name,
      entity.fields.flatMap((field) => {
        const child = field.type.kind === 'children' ? entities.get(field.type.entity) : undefined;
        return child === undefined ? [] : [{ field, entity: child }];
      }),
    );
  }

  const hidden = hiddenEntities(plan);
  const findField = (entity: string, field: string) => fields.get(entity)?.get(field) ?? null;
  return {
    plan,
    environment,
    rowSecurity,
    entities,
    entity: (name) => known(entities.get(name), 'entity', name),
    findEntity: (name) => entities.get(name) ?? null,
    findEntityByPath: (path) => entitiesByPath.get(path) ?? null,
    field: (entity, field) => known(findField(entity, field), 'field', `${entity}.${field}`),
    findField,
    hasWholeIds: (entity) => findField(entity, 'id')?.type.kind === 'serial',
    children: (entity) => children.get(entity) ?? [],
    workflow: (entity) => workflows.get(entity) ?? null,
    stateField: (entity) => (workflows.get(entity)?.field ?? null) as ColumnName | null,
    event: (entity, event) => workflows.get(entity)?.events.find((candidate) => candidate.name === event) ?? null,
    permissions: (entity) => permissions.get(entity) ?? null,
    role: (name) => known(roles.get(name) ?? openRole(plan, name), 'role', name),
    findRole: (name) => roles.get(name) ?? null,
    error: (code) => errors.get(code) ?? null,
    constant: (name) => known(constants.get(name) ?? openConstant(plan, name), 'constant', name),
    findConstant: (name) => constants.get(name) ?? null,
    screen: (slug) => screens.get(slug) ?? null,
    mayBeHidden: (entity) => hidden.has(entity),
  };
}

/**
 * The entities with records that may exist and still be deleted (3): those with `delete: soft`, and those that a soft
 * delete cascades to, regardless of their own `delete`. Owned children follow their owner, without a mark of their
 * own.
 */
export function hiddenEntities(plan: Plan): ReadonlySet<string> {
  const hidden = new Set(plan.entities.filter((entity) => entity.delete === 'soft').map(({ name }) => name));
  for (let known = -1; known < hidden.size; ) {
    known = hidden.size;
    for (const { name, fields } of plan.entities) {
      const goesAlong = fields.some(
        ({ type, onDelete }) =>
          onDelete === 'cascade' && (type.kind === 'reference' || type.kind === 'many') && hidden.has(type.entity),
      );
      if (goesAlong) hidden.add(name);
    }
  }
  return hidden;
}

/** If the roles are a gap, any name in another point may be a role, of which nothing is known. */
function openRole({ gaps }: Plan, name: string): Role | null {
  const gap = gaps.find(({ clause }) => clause === '6' || clause === '6.roles');
  if (gap === undefined) return null;
  return { clause: gap.clause, name, label: name, labels: {}, meaning: '', given: { kind: 'open' } };
}

/** If point 9 or its terms are a gap, any name in another point may be a constant, of which nothing is known. */
function openConstant(plan: Plan, name: string): Constant | null {
  const gap = plan.gaps.find(({ clause }) => clause === '9' || clause === '9.terms' || clause === `9.${name}`);
  if (gap === undefined) return null;
  return { clause: gap.clause, name, meaning: '', type: { kind: 'unknown', nullable: false }, value: { kind: 'open' } };
}

function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.name, item]));
}

function known<T>(found: T | null | undefined, kind: string, name: string): T {
  if (found === null || found === undefined) throw new Error(`The plan has no ${kind} ${name}.`);
  return found;
}
