import { walk } from '../../expression/walk.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import type {
  AnswerTemplate,
  BodySource,
  ExactCall,
  RequestValue,
  Shape,
  ShapedValue,
} from '../../model/exact-calls.ts';
import type { Plan } from '../../plan/plan.ts';
import { fieldSchema } from './derived.ts';
import { ANY, type ApiDescription, type Operation, type WireProperty, type WireSchema } from './description.ts';

/** The exact calls of point 7; several of one method and path are one operation, which answers in several ways. */
export function exactApi(plan: Plan): ApiDescription {
  const operations = new Map<string, Operation>();
  for (const call of plan.answered.calls) {
    const name = `${call.method} ${call.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
    const own = operationOf(plan, call, `${call.method} ${call.path}`);
    const before = operations.get(name);
    operations.set(name, before === undefined ? own : together(before, own));
  }
  return operations;
}

function together(before: Operation, own: Operation): Operation {
  return {
    ...before,
    parameters: { ...own.parameters, ...before.parameters },
    request: before.request ?? own.request,
    responses: { ...own.responses, ...before.responses },
  };
}

function operationOf(plan: Plan, call: ExactCall, name: string): Operation {
  const { answers, does } = call;
  const body = does !== null && 'body' in does ? does.body : null;
  const isNew = does?.kind === 'create' || does?.kind === 'sign up';
  const request = body === null ? bodyValues(call) : within(body.path, bodySchema(plan, body, isNew), call);
  const list =
    does?.kind === 'create' && does.each && request !== null
      ? { type: 'array', nullable: false, items: request }
      : request;
  return {
    name,
    clause: call.clause,
    parameters: queryParameters(call),
    request: list,
    responses:
      answers === null
        ? {}
        : { [answers.status]: answers.body === null ? null : templateSchema(plan, answers.body, call.clause, []) },
  };
}

function queryParameters(call: ExactCall): Readonly<Record<string, WireProperty>> {
  const found = new Map<string, WireProperty>();
  const add = (name: string, type: string): void => {
    if (!found.has(name)) found.set(name, { schema: { type, nullable: false }, required: false, clause: call.clause });
  };
  for (const { name, type } of valuesRead(call, 'query')) add(name, wireType(type));
  const { does } = call;
  const values: (RequestValue | null | undefined)[] = [];
  if (does?.kind === 'list') {
    values.push(does.search?.text);
    if (does.paging?.kind === 'offset') values.push(does.paging.limit.value, does.paging.offset);
    if (does.paging?.kind === 'page') values.push(does.paging.page, does.paging.size.value);
  }
  for (const value of values) if (value?.from === 'query') add(value.name, 'integer');
  return Object.fromEntries(found);
}

/** The values of a request that the call's expressions read. */
function valuesRead(
  { when, does }: ExactCall,
  from: 'query' | 'body',
): readonly { readonly name: string; readonly type: Type }[] {
  const conditions: (Expression | null)[] = [when];
  if (does?.kind === 'list') conditions.push(does.where, ...does.filters.map(({ condition }) => condition));
  if (does?.kind === 'delete each') conditions.push(does.where);
  if (does?.kind === 'create') conditions.push(...Object.values(does.values));
  const found: { name: string; type: Type }[] = [];
  for (const condition of conditions)
    if (condition !== null)
      walk(condition, (part) => {
        if (part.kind === 'field' && part.of.kind === 'variable' && part.of.name === from)
          found.push({ name: part.field, type: part.type });
      });
  return found;
}

/** The values of a body that no shape reads: a sign-in's name and password, values that expressions read. */
function bodyValues(call: ExactCall): WireSchema | null {
  const { does } = call;
  const names =
    does?.kind === 'sign in'
      ? [does.name, does.password].flatMap((value) => (value.from === 'body' ? [value.name] : []))
      : [];
  const read = valuesRead(call, 'body').map(({ name }) => name);
  const all = [...new Set([...names, ...read])];
  if (all.length === 0) return null;
  const properties = all.map(
    (name) =>
      [
        name,
        { schema: { type: 'string', nullable: false }, required: names.includes(name), clause: call.clause },
      ] as const,
  );
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

/** A body's schema under the keys that lead to what is read. */
function within(path: readonly string[], schema: WireSchema, { clause }: ExactCall): WireSchema {
  return path.reduceRight<WireSchema>(
    (inner, key) => ({
      type: 'object',
      nullable: false,
      properties: { [key]: { schema: inner, required: true, clause } },
    }),
    schema,
  );
}

function bodySchema(plan: Plan, { shape: name }: BodySource, isNew: boolean): WireSchema {
  const shape = shapeOf(plan, name);
  const fields = plan.entities.find((entity) => entity.name === shape?.entity)?.fields ?? [];
  const properties = (shape?.properties ?? []).map((property): readonly [string, WireProperty] => {
    const { value, clause } = property;
    if (value.kind === 'ignored') return [property.name, { schema: ANY, required: false, clause }];
    if (value.kind === 'password')
      return [property.name, { schema: { type: 'string', nullable: false }, required: isNew, clause }];
    const set = value.kind === 'value' ? setBy(value.expression) : null;
    const field = fields.find((each) => each.name === set);
    const required =
      isNew &&
      field !== undefined &&
      field.required &&
      field.default === null &&
      field.when === null &&
      !field.bySystem;
    const schema = field === undefined ? valueSchema(plan, value, []) : fieldSchema(field, !field.required);
    return [property.name, { schema, required, clause }];
  });
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

/** The field that a property sets: the field that it shows, or the reference whose `id` it shows. */
function setBy(expression: Expression): string | null {
  if (expression.kind !== 'field') return null;
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? expression.field : null;
  return expression.field === 'id' ? setBy(expression.of) : null;
}

function shapeOf({ answered }: Plan, name: string): Shape | undefined {
  return answered.shapes.find((shape) => shape.name === name);
}

function templateSchema(plan: Plan, template: AnswerTemplate, clause: string, inside: readonly string[]): WireSchema {
  switch (template.kind) {
    case 'literal':
      return { type: template.value === null ? 'null' : typeof template.value, nullable: template.value === null };
    case 'result': {
      const schema = shapeSchema(plan, template.shape, inside);
      return template.list ? { type: 'array', nullable: false, items: schema } : schema;
    }
    case 'each':
      return { type: 'array', nullable: false, items: valueSchema(plan, template.value, inside) };
    case 'array':
      return {
        type: 'array',
        nullable: false,
        items: template.items[0] === undefined ? ANY : templateSchema(plan, template.items[0], clause, inside),
      };
    case 'object': {
      const properties = template.members.map(
        ({ name, value }) =>
          [name, { schema: templateSchema(plan, value, clause, inside), required: true, clause }] as const,
      );
      return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
    }
    case 'value':
    case 'shape':
    case 'names':
      return valueSchema(plan, template, inside);
  }
}

function shapeSchema(plan: Plan, name: string, inside: readonly string[]): WireSchema {
  const shape = shapeOf(plan, name);
  // Shapes may hold each other.
  if (shape === undefined || inside.includes(name)) return { type: `object ${name}`, nullable: false };
  const properties = shape.properties.flatMap((property): (readonly [string, WireProperty])[] => {
    const { value, optional, clause } = property;
    if (value.kind === 'password' || value.kind === 'ignored') return [];
    return [[property.name, { schema: valueSchema(plan, value, [...inside, name]), required: !optional, clause }]];
  });
  return { type: 'object', nullable: false, properties: Object.fromEntries(properties) };
}

function valueSchema(plan: Plan, value: ShapedValue, inside: readonly string[]): WireSchema {
  if (value.kind === 'names') return { type: 'array', nullable: false, items: { type: 'string', nullable: false } };
  if (value.kind === 'shape') {
    const schema = shapeSchema(plan, value.shape, inside);
    return value.list
      ? { type: 'array', nullable: false, items: schema }
      : { ...schema, nullable: value.expression.type.nullable };
  }
  const { type } = value.expression;
  return {
    type: value.asNumber ? 'number' : wireType(type),
    nullable: type.nullable,
    ...(type.kind === 'enum' && { values: type.values }),
  };
}

function wireType(type: Type): string {
  if (type.kind === 'decimal' || type.kind === 'money') return 'decimal string';
  if (type.kind === 'enum' || type.kind === 'text' || type.kind === 'given') return 'string';
  if (type.kind === 'list') return `array of ${wireType(type.of)}`;
  if (type.kind === 'record') return 'id';
  return type.kind === 'size' ? 'integer' : type.kind;
}
