import type {
  CatalogueError,
  Entity,
  Event,
  Field,
  Permissions,
  Plan,
  Role,
  Transition,
  Workflow,
} from '@nonet/language';
import { WorkBudget } from './work-budget.ts';

/** The plan by name, with the values that its constants have in this run. */
export interface Lookup {
  readonly plan: Plan;
  /** The constants by name, in the form of `Literal.value`; those of the environment as text. */
  readonly constants: Readonly<Record<string, unknown>>;
  entity(name: string): Entity;
  field(entity: string, name: string): Field | null;
  /** The owned lists of an entity. */
  lists(entity: string): readonly { readonly field: Field; readonly entity: string }[];
  workflow(entity: string): Workflow | null;
  event(entity: string, name: string): Event | null;
  permissions(entity: string): Permissions | null;
  role(name: string): Role | null;
  error(code: string): CatalogueError | null;
  /** Counts all work that is done with this plan. */
  readonly workBudget: WorkBudget;
  /** The given functions that gave no value since a rule was begun to be judged (9). */
  readonly failedCalls: string[];
}

export function lookUp(plan: Plan, environment: Readonly<Record<string, string>>): Lookup {
  const entities = new Map(plan.entities.map((entity) => [entity.name, entity]));
  const fields = new Map(
    plan.entities.map((entity) => [entity.name, new Map(entity.fields.map((field) => [field.name, field]))]),
  );
  const lists = new Map(
    plan.entities.map((entity) => [
      entity.name,
      entity.fields.flatMap((field) => (field.type.kind === 'children' ? [{ field, entity: field.type.entity }] : [])),
    ]),
  );
  const workflows = new Map(plan.states.map((workflow) => [workflow.entity, workflow]));
  const permissions = new Map(plan.permissions.map((table) => [table.entity, table]));
  const roles = new Map(plan.roles.map((role) => [role.name, role]));
  const errors = new Map(plan.errors.map((error) => [error.code, error]));
  const constants = Object.fromEntries(
    plan.constants.map(({ name, value }) => [
      name,
      value.kind === 'literal' ? value.value : value.kind === 'open' ? null : (environment[value.name] ?? null),
    ]),
  );
  return {
    plan,
    constants,
    entity: (name) => {
      const entity = entities.get(name);
      if (entity === undefined) throw new Error(`The plan has no entity ${name}.`);
      return entity;
    },
    field: (entity, name) => fields.get(entity)?.get(name) ?? null,
    lists: (entity) => lists.get(entity) ?? [],
    workflow: (entity) => workflows.get(entity) ?? null,
    event: (entity, name) => workflows.get(entity)?.events.find((event) => event.name === name) ?? null,
    permissions: (entity) => permissions.get(entity) ?? null,
    role: (name) => roles.get(name) ?? null,
    error: (code) => errors.get(code) ?? null,
    workBudget: new WorkBudget(),
    failedCalls: [],
  };
}

const stored = new WeakMap<Entity, readonly Field[]>();

/** The fields of an entity that a database stores: without lists and computed fields. */
export function storedFields(entity: Entity): readonly Field[] {
  let fields = stored.get(entity);
  if (fields === undefined) stored.set(entity, (fields = entity.fields.filter((field) => isStored(entity, field))));
  return fields;
}

function isStored(entity: Entity, { name, type, derived, computed }: Field): boolean {
  const isOfOthers = type.kind === 'children' || type.kind === 'all' || type.kind === 'open';
  return !derived && computed === null && !isOfOthers && !isParentName(entity, name);
}

/** Whether a name refers to the owner of an owned child: `parent`, or the owner's own name if no field has it (3). */
export function isParentName(entity: Entity, name: string): boolean {
  if (entity.owner === null) return false;
  if (name !== 'parent' && name !== snakeCase(entity.owner.entity)) return false;
  const stated = entity.fields.find((field) => field.name === name);
  return stated === undefined || stated.derived;
}

/** The rows of an event that somebody may cause. */
export function isPersonal(row: Transition): boolean {
  return row.by.some((trigger) => trigger.kind === 'role' || trigger.kind === 'field');
}

export function isTimed(row: Transition): boolean {
  return row.by.some((trigger) => ['after', 'at', 'every'].includes(trigger.kind));
}

/** The few names of a document's entities, asked for with every record. */
const SNAKES = new Map<string, string>();

/** `TeamMember` → `team_member`. */
export function snakeCase(name: string): string {
  let snake = SNAKES.get(name);
  if (snake === undefined) {
    snake = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
      .toLowerCase();
    SNAKES.set(name, snake);
  }
  return snake;
}
