import { FALSE, thisRecord } from '../../check/analysis/build.ts';
import { type Rights, rightsOf } from '../../check/derived/rights.ts';
import { askedOfNew, type Entity, type Field } from '../../model/entities.ts';
import { hasValue, isFromPeople } from '../../model/field-kinds.ts';
import { type Action, ACTIONS } from '../../model/roles.ts';
import type { Ask, Event } from '../../model/states.ts';
import type { Plan } from '../../plan/plan.ts';
import { type ApiDescription, ANY, type Operation, type WireProperty, type WireSchema } from './description.ts';

/** The API that points 3, 4 and 6 derive, as the people with the most rights can use it. */
export function derivedApi(plan: Plan): ApiDescription {
  const rights = rightsOf(plan);
  const operations = plan.entities.flatMap((entity) => operationsOf(plan, rights, entity));
  return new Map(operations.map((operation) => [operation.name, operation]));
}

function operationsOf(plan: Plan, rights: Rights, entity: Entity): Operation[] {
  const record = thisRecord(entity.name);
  const may = (action: Action): boolean => rights.does(action, record) !== FALSE;
  const path = `/api/${entity.path}`;
  const whole = recordSchema(entity);
  const found: Operation[] = [];
  const add = (name: string, more: Partial<Operation>): void => {
    found.push({ name, clause: entity.clause, parameters: {}, request: null, responses: { 200: whole }, ...more });
  };
  const workflow = plan.states.find((each) => each.entity === entity.name);
  const ofVerbs: Readonly<Record<Action, () => void>> = {
    read() {
      add(`GET ${path}`, { parameters: filters(entity) });
      add(`GET ${path}/{id}`, {});
    },
    create: () => add(`POST ${path}`, { request: writeSchema(plan, entity, 'create'), responses: { 201: whole } }),
    update: () => add(`PATCH ${path}/{id}`, { request: writeSchema(plan, entity, 'update') }),
    delete: () => add(`DELETE ${path}/{id}`, { responses: { 204: null } }),
    restore() {
      if (entity.delete === 'soft') add(`POST ${path}/{id}/restore`, {});
    },
    // A form of what `read` answers.
    export() {},
    import: () => add(`POST ${path}/import`, { request: { type: 'csv', nullable: false }, responses: { 200: ANY } }),
    erase() {
      if (entity.name === 'User') add(`POST ${path}/{id}/erase`, {});
    },
    merge() {
      if (entity.name !== 'User' && entity.owner === null) add(`POST ${path}/{id}/merge-with`, { request: ANY });
    },
    history() {
      if (entity.history === 'kept') add(`GET ${path}/{id}/history`, { responses: { 200: ANY } });
    },
  };
  for (const action of ACTIONS) if (may(action)) ofVerbs[action]();
  for (const event of workflow?.events ?? []) {
    if (event.name === 'create' || !isByPeople(event)) continue;
    const request = askedSchema(plan, entity, event);
    const clause = event.transitions[0]?.clause ?? entity.clause;
    if (event.transitions.some(({ from }) => from === 'new'))
      add(`POST ${path}/${event.name}`, { clause, request, responses: { 201: whole } });
    if (event.transitions.some(({ from }) => from !== 'new'))
      add(`POST ${path}/{id}/${event.name}`, { clause, request });
  }
  return found;
}

function isByPeople({ transitions }: Event): boolean {
  return transitions.some(({ by }) => by.some(({ kind }) => kind === 'role' || kind === 'field'));
}

function recordSchema({ fields }: Entity): WireSchema {
  const properties = fields
    .filter(({ type }) => !hasValue(type, 'nothing', 'secret'))
    .map(
      (field) =>
        [field.name, { schema: fieldSchema(field, !isThere(field)), required: true, clause: field.clause }] as const,
    );
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

function isThere({ required, when, type }: Field): boolean {
  return (required && when === null) || hasValue(type, 'records', 'id');
}

function filters({ fields }: Entity): Readonly<Record<string, WireProperty>> {
  const usable = fields.filter(
    ({ type }) => type.kind === 'many' || !hasValue(type, 'records', 'json', 'secret', 'file', 'nothing'),
  );
  return Object.fromEntries(
    usable.map((field) => [
      field.name,
      { schema: { type: typeOf(field), nullable: false }, required: false, clause: field.clause },
    ]),
  );
}

function writeSchema(plan: Plan, entity: Entity, action: 'create' | 'update'): WireSchema {
  const rows = plan.permissions.find((own) => own.entity === entity.name)?.fields;
  const settable = entity.fields.filter((field) => {
    if (field.derived || field.computed !== null || field.bySystem || !isFromPeople(field.type)) return false;
    if (field.closed && rows?.[field.name]?.update === undefined) return false;
    return action === 'create' || !field.once;
  });
  const isAsked = (field: Field): boolean =>
    action === 'create' && askedOfNew(field).required && field.when === null && field.default === null;
  const properties = settable.map(
    (field) =>
      [
        field.name,
        {
          // A value that is there may be sent again; one that is given keeps to more.
          schema: fieldSchema(askedOfNew(field), !(action === 'create' ? askedOfNew(field) : field).required),
          required: isAsked(field),
          clause: field.clause,
        },
      ] as const,
  );
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

function askedSchema(plan: Plan, entity: Entity, event: Event): WireSchema {
  const properties = new Map<string, WireProperty>();
  for (const row of event.transitions) {
    for (const ask of row.asks) {
      const name = ask.kind === 'input' ? ask.name : ask.field;
      const before = properties.get(name);
      const property: WireProperty = {
        schema: askSchema(plan, entity, ask),
        required: ask.required,
        clause: row.clause,
      };
      properties.set(name, { ...property, required: ask.required || before?.required === true });
    }
  }
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

function askSchema(plan: Plan, entity: Entity, ask: Ask): WireSchema {
  if (ask.kind === 'input') return { type: ask.type.kind, nullable: !ask.required, ...valuesOf(ask.type) };
  if (ask.kind === 'child') {
    const child = plan.entities.find(({ name }) => name === ask.entity);
    const properties = ask.fields.flatMap(({ field: name, required }) => {
      const field = child?.fields.find((each) => each.name === name);
      return field === undefined
        ? []
        : [[name, { schema: fieldSchema(field, !required), required, clause: field.clause }] as const];
    });
    return { type: 'object', nullable: !ask.required, properties: Object.fromEntries(properties) };
  }
  const field = entity.fields.find(({ name }) => name === ask.field);
  return field === undefined ? ANY : fieldSchema(field, !ask.required);
}

/** The form of a field's value. */
export function fieldSchema(field: Field, nullable: boolean): WireSchema {
  const { type, minimum, maximum, pattern } = field;
  const of = hasValue(type, 'number')
    ? 'value'
    : hasValue(type, 'records')
      ? 'items'
      : hasValue(type, 'text')
        ? 'length'
        : null;
  return {
    type: typeOf(field),
    nullable,
    ...valuesOf(type),
    ...(of !== null && { bounds: { of, least: minimum?.value ?? null, most: maximum?.value ?? null } }),
    ...(hasValue(type, 'text') && { pattern }),
  };
}

function valuesOf(type: Field['type']): Pick<WireSchema, 'values'> {
  return type.kind === 'enum' || type.kind === 'state' ? { values: type.values.map(({ name }) => name) } : {};
}

/** The type that programs see: several kinds of field are one. */
function typeOf({ type }: Field): string {
  if (hasValue(type, 'choice')) return 'string';
  if (type.kind === 'email' || type.kind === 'url') return type.kind;
  if (hasValue(type, 'text', 'made text', 'secret')) return 'string';
  if (type.kind === 'integer' || type.kind === 'serial') return 'integer';
  if (hasValue(type, 'number')) return 'decimal string';
  if (type.kind === 'reference') return type.id === 'integer' ? 'integer' : 'id';
  if (type.kind === 'many' || type.kind === 'all') return type.id === 'integer' ? 'array of integer' : 'array of id';
  if (type.kind === 'children') return `array of ${type.entity}`;
  return type.kind === 'image' ? 'file' : type.kind;
}
