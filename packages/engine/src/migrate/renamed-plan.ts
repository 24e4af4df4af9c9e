import type { Entity, Field, FieldType, Plan, Rename, Workflow } from '@nonet/language';

/**
 * The renames of a document that the storage does not have yet, entities first: their former names are stored, the new
 * ones are not.
 */
export function pendingRenames(stored: Plan, renames: readonly Rename[]): Rename[] {
  const has = (things: readonly { readonly name: string }[] | undefined, name: string) =>
    things?.some((thing) => thing.name === name) === true;
  const isPending = (things: readonly { readonly name: string }[] | undefined, { name, was }: Rename) =>
    has(things, was) && !has(things, name);
  const entities = renames.filter((rename) => rename.kind === 'entity' && isPending(stored.entities, rename));
  const storedName = (entity: string) => entities.find(({ name }) => name === entity)?.was ?? entity;
  const others = renames.filter((rename) => {
    if (rename.kind === 'entity') return false;
    if (rename.kind === 'role') return isPending(stored.roles, rename);
    const entity = storedName(rename.entity);
    // A password is kept apart from the product's records, as a hash.
    if (entity === 'User' && [rename.name, rename.was].includes('password')) return false;
    if (rename.kind === 'field') return isPending(stored.entities.find(({ name }) => name === entity)?.fields, rename);
    const workflow = stored.states.find((candidate) => candidate.entity === entity);
    return isPending(rename.kind === 'state' ? workflow?.states : workflow?.events, rename);
  });
  return [...entities, ...others];
}

/** What is now called what. */
export interface NewNames {
  readonly entity: (was: string) => string;
  readonly role: (was: string) => string;
  /** `entity`: by its former name. */
  readonly field: (entity: string, was: string) => string;
  readonly state: (entity: string, was: string) => string;
  readonly event: (entity: string, was: string) => string;
  /** `4.Claim.status.submit` → `4.Expense.status.hand_in`. */
  readonly clause: (was: string) => string;
}

export function newNames(stored: Plan, renames: readonly Rename[]): NewNames {
  const find = (kind: Rename['kind'], was: string, of?: string) =>
    renames.find(
      (rename) => rename.kind === kind && rename.was === was && ('entity' in rename ? rename.entity : undefined) === of,
    )?.name;
  const entity = (was: string) => find('entity', was) ?? was;
  const role = (was: string) => find('role', was) ?? was;
  const within = (kind: 'field' | 'state' | 'event') => (of: string, was: string) => find(kind, was, entity(of)) ?? was;
  const [field, state, event] = [within('field'), within('state'), within('event')];
  const stateFields = new Map(stored.states.map((workflow) => [workflow.entity, workflow.field]));

  const clause = (was: string): string => {
    const [point = '', of, ...rest] = was.split('.');
    if (of === undefined) return was;
    if (point === '3')
      return [point, entity(of), ...rest.map((name, at) => (at === 0 ? field(of, name) : name))].join('.');
    if (point === '4') {
      const hasField = (stateFields.get(of) ?? null) !== null;
      // Behind the field: an event, and the first state that its row starts from.
      const words = rest.map((name, at) => {
        if (hasField && at === 0) return field(of, name);
        return at === (hasField ? 1 : 0) ? event(of, name) : state(of, name);
      });
      return [point, entity(of), ...words].join('.');
    }
    if (point !== '6') return was;
    if (rest.length === 0) return [point, role(of)].join('.');
    return [point, entity(of), ...rest.map((name, at) => (at === rest.length - 1 && at > 0 ? role(name) : name))].join(
      '.',
    );
  };
  return { entity, role, field, state, event, clause };
}

/** The stored plan as if it had the new names, as far as the storage follows from it. */
export function renamedPlan(plan: Plan, names: NewNames): Plan {
  return {
    ...plan,
    entities: plan.entities.map((entity) => renamedEntity(entity, names)),
    states: plan.states.map((workflow) => renamedWorkflow(workflow, names)),
    roles: plan.roles.map((role) => ({ ...role, name: names.role(role.name) })),
  };
}

function renamedEntity(entity: Entity, names: NewNames): Entity {
  const own = (name: string) => names.field(entity.name, name);
  return {
    ...entity,
    name: names.entity(entity.name),
    clause: names.clause(entity.clause),
    fields: entity.fields.map(
      (field): Field => ({
        ...field,
        name: own(field.name),
        clause: names.clause(field.clause),
        type: renamedType(field.type, entity.name, names),
      }),
    ),
    unique: entity.unique.map((fields) => fields.map(own)),
    order: entity.order.map((key) => ({ ...key, path: key.path.length === 1 ? key.path.map(own) : key.path })),
    signInBy: entity.signInBy === null ? null : own(entity.signInBy),
    owner:
      entity.owner === null
        ? null
        : { entity: names.entity(entity.owner.entity), field: names.field(entity.owner.entity, entity.owner.field) },
  };
}

function renamedType(type: FieldType, entity: string, names: NewNames): FieldType {
  switch (type.kind) {
    case 'state':
      return { ...type, values: type.values.map((state) => ({ ...state, name: names.state(entity, state.name) })) };
    case 'slug':
      return { ...type, of: names.field(entity, type.of) };
    case 'all':
      return { ...type, entity: names.entity(type.entity), by: names.field(type.entity, type.by) };
    case 'reference':
    case 'children':
    case 'many':
      return { ...type, entity: names.entity(type.entity) };
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'integer':
    case 'json':
    case 'long text':
    case 'markdown':
    case 'money':
    case 'number':
    case 'open':
    case 'percent':
    case 'phone':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'text':
    case 'time':
    case 'url':
      return type;
  }
}

function renamedWorkflow(workflow: Workflow, names: NewNames): Workflow {
  const { entity } = workflow;
  return {
    ...workflow,
    entity: names.entity(entity),
    field: workflow.field === null ? null : names.field(entity, workflow.field),
    states: workflow.states.map((state) => ({ ...state, name: names.state(entity, state.name) })),
    events: workflow.events.map((event) => ({ ...event, name: names.event(entity, event.name) })),
  };
}
