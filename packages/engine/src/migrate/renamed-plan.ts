import type { Entity, Field, FieldType, NewNames, Plan, Workflow } from '@nonet/language';

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
        type: renamedType(field.type, entity.name, field.name, names),
        ...(field.erased && { erased: { ...field.erased, with: field.erased.with && own(field.erased.with) } }),
      }),
    ),
    unique: entity.unique.map((fields) => fields.map(own)),
    order: entity.order.map((key) => ({ ...key, path: key.path.length === 1 ? key.path.map(own) : key.path })),
    orderByHand: entity.orderByHand === null ? null : own(entity.orderByHand),
    commentsOn: entity.commentsOn === null ? null : names.entity(entity.commentsOn),
    keptFor: entity.keptFor ? { ...entity.keptFor, after: own(entity.keptFor.after) } : null,
    signInBy: entity.signInBy === null ? null : own(entity.signInBy),
    owner:
      entity.owner === null
        ? null
        : { entity: names.entity(entity.owner.entity), field: names.field(entity.owner.entity, entity.owner.field) },
  };
}

function renamedType(type: FieldType, entity: string, field: string, names: NewNames): FieldType {
  switch (type.kind) {
    case 'state':
      return { ...type, values: type.values.map((state) => ({ ...state, name: names.state(entity, state.name) })) };
    case 'enum':
      return {
        ...type,
        values: type.values.map((choice) => ({ ...choice, name: names.choice(entity, field, choice.name) })),
      };
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
    case 'recurrence':
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
