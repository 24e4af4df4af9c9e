import {
  type ExactCall,
  type ExactCallAction,
  type AnswerTemplate,
  type Expression,
  type RequestValue,
  type Target,
  type Type,
  walk,
} from '@nonet/language';
import type { Rights } from '../view/rights.ts';
import { isReadable, shapedSchema, shapeSchemas } from './exact-call-shapes.ts';
import { nullable, reference, type Schema, typeSchemaOf } from './schemas.ts';

/** The tag of the exact calls. */
export const EXACT_CALLS = 'Exact calls';

interface Described {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly schemas: Record<string, Schema>;
  readonly securitySchemes: Record<string, Schema>;
}

/** The exact calls of point 7 that this reader might make, and the shapes that they use. */
export function exactCallPaths(rights: Rights): Described {
  const { answered } = rights.plan;
  const calls = answered.calls.filter(
    (call) =>
      (call.by === 'everyone' || call.by?.some((role) => rights.mayHold(role)) === true) && mightSucceed(rights, call),
  );
  const paths: Described['paths'] = {};
  for (const call of calls) {
    const path = call.path === '' ? '/' : call.path;
    const item = (paths[path] ??= {});
    const method = call.method.toLowerCase();
    // Several blocks of one call are one operation: the first one describes it.
    if (!(method in item)) item[method] = operation(rights, call, calls);
  }
  const schemas = shapeSchemas(rights, calls);
  return { paths, schemas, securitySchemes: calls.length > 0 ? schemes(rights) : {} };
}

/** Whether point 6 might ever let this reader do the action of the call. */
function mightSucceed(rights: Rights, { does, signed }: ExactCall): boolean {
  if (signed !== null) return true;
  switch (does?.kind) {
    case 'read':
    // A field may have its own `update` row.
    case 'update':
    case 'add':
    case 'remove':
      return rights.may(does.target.entity, 'read');
    case 'list':
      return rights.may(does.records.entity, 'read');
    case 'create':
      return rights.may(does.records.entity, 'create');
    case 'delete':
      return rights.may(does.target.entity, 'delete');
    case 'delete each':
      return rights.may(does.records.entity, 'delete');
    case 'fire':
      return does.target === null || rights.may(does.entity, 'read');
    case undefined:
    case 'nothing':
    case 'refuse':
    case 'reset':
    case 'sign in':
    case 'sign out':
    case 'sign up':
    case 'user':
      return true;
  }
}

function schemes({ plan: { answered } }: Rights): Record<string, Schema> {
  if (answered.cookie !== null) return { caller: { type: 'apiKey', in: 'cookie', name: answered.cookie } };
  if (answered.token === null) return {};
  if (answered.token.toLowerCase() === 'bearer') return { caller: { type: 'http', scheme: 'bearer' } };
  const description = `\`${answered.token} \` and the token.`;
  return { caller: { type: 'apiKey', in: 'header', name: 'Authorization', description } };
}

function operation(rights: Rights, call: ExactCall, calls: readonly ExactCall[]): Record<string, unknown> {
  const { answered } = rights.plan;
  const isOpen = call.by === 'everyone' || call.by?.some((role) => isAnyone(rights, role)) === true;
  const named = answered.token !== null || answered.cookie !== null;
  const blocks = calls.filter(({ method, path }) => method === call.method && path === call.path);
  // If the document names no other way, the product's own session counts.
  const security =
    named && call.signed === null
      ? { security: isOpen ? [{}, { caller: [] }] : [{ caller: [] }] }
      : isOpen
        ? { security: [{}] }
        : {};
  const body = requestBody(call);
  return {
    operationId: call.name,
    tags: [EXACT_CALLS],
    summary: summaryOf(rights, call),
    ...(call.description === '' ? {} : { description: call.description }),
    parameters: [...pathParameters(rights, call), ...queryParameters(rights, blocks), ...signatureParameters(call)],
    ...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...Object.assign({}, ...blocks.map((block) => response(rights, block))),
      default: errorResponse(rights),
    },
    ...security,
  };
}

/** The headers by which a service proves itself (7). */
function signatureParameters({ signed }: ExactCall): Record<string, unknown>[] {
  if (signed === null) return [];
  const description = 'An HMAC-SHA-256 with a secret that the product and its sender know.';
  const named = signed.header === null ? ['webhook-id', 'webhook-timestamp', 'webhook-signature'] : [signed.header];
  return named.map((name) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));
}

/** "Create: Article", "Sign in". */
function summaryOf(rights: Rights, { does, name }: ExactCall): string {
  if (does === null) return name;
  const words = does.kind === 'fire' ? does.event.replaceAll('_', ' ') : does.kind;
  const entity = 'target' in does && does.target ? does.target.entity : 'records' in does ? does.records.entity : null;
  const label = entity === null ? null : (rights.entity(entity)?.label ?? entity);
  const summary = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return label === null ? summary : `${summary}: ${label}`;
}

function isAnyone({ plan }: Rights, role: string): boolean {
  return plan.roles.some(({ name, given }) => name === role && given.kind === 'anyone');
}

function response(rights: Rights, { answers, does }: ExactCall): Record<string, unknown> {
  if (answers === null) return {};
  const headers = answers.location === null ? {} : { headers: { Location: { schema: { type: 'string' } } } };
  const content =
    answers.body === null
      ? {}
      : { content: { 'application/json': { schema: templateSchema(rights, answers.body, does) } } };
  return { [answers.status]: { description: 'The answer.', ...headers, ...content } };
}

function errorResponse({ plan: { answered } }: Rights): Record<string, unknown> {
  const isWorded = answered.errors !== null;
  const content = {
    ...(isWorded ? {} : { 'application/problem+json': { schema: { $ref: reference('Problem') } } }),
    ...(isWorded || Object.keys(answered.errorsOf).length > 0 ? { 'application/json': { schema: {} } } : {}),
  };
  return { description: 'Refused.', content };
}

function templateSchema(rights: Rights, template: AnswerTemplate, does: ExactCallAction | null): Schema {
  switch (template.kind) {
    case 'literal':
      return { const: template.value };
    case 'result': {
      const schema = { $ref: reference(`shape.${template.shape}`) };
      if (template.list) return { type: 'array', items: schema };
      const shape = rights.plan.answered.shapes.find(({ name }) => name === template.shape);
      // Who may write a record need not be able to read it; one that is sought is not found then.
      const isThere =
        does?.kind === 'read' || does?.kind === 'user' || (shape !== undefined && rights.readsEvery(shape.entity));
      return isThere ? schema : nullable(schema);
    }
    case 'each':
      return { type: 'array', items: shapedSchema(rights, template.value) };
    case 'array':
      return { type: 'array', items: { anyOf: template.items.map((item) => templateSchema(rights, item, does)) } };
    case 'object':
      return {
        type: 'object',
        required: template.members.map(({ name }) => name),
        properties: Object.fromEntries(
          template.members.map(({ name, value }) => [name, templateSchema(rights, value, does)]),
        ),
      };
    case 'names':
    case 'shape':
    case 'value':
      return shapedSchema(rights, template);
  }
}

function requestBody({ does, when }: ExactCall): Schema | null {
  const root: BodyNode = { children: new Map(), schema: null };
  if (does && 'body' in does && does.body !== null) {
    const schema = { $ref: reference(`shape.${does.body.shape}.body`) };
    const many = does.kind === 'create' && does.each;
    put(root, does.body.path, many ? { type: 'array', items: schema } : schema);
  }
  if (does?.kind === 'sign in') {
    put(root, does.name.name.split('.'), { type: 'string' });
    put(root, does.password.name.split('.'), { type: 'string' });
  }
  const values = [...(does?.kind === 'create' ? Object.values(does.values) : []), ...(when === null ? [] : [when])];
  for (const { name, type } of values.flatMap((value) => valuesOf(value, 'body')))
    put(root, name.split('.'), nullable(typeSchemaOf(type)));
  return root.children.size > 0 || root.schema !== null ? nodeSchema(root) : null;
}

interface BodyNode {
  readonly children: Map<string, BodyNode>;
  schema: Schema | null;
}

function put(node: BodyNode, path: readonly string[], schema: Schema): void {
  const [key, ...rest] = path;
  if (key === undefined) {
    node.schema ??= schema;
    return;
  }
  let child = node.children.get(key);
  if (child === undefined) node.children.set(key, (child = { children: new Map(), schema: null }));
  put(child, rest, schema);
}

function nodeSchema({ children, schema }: BodyNode): Schema {
  if (schema !== null) return schema;
  return {
    type: 'object',
    properties: Object.fromEntries([...children].map(([name, child]) => [name, nodeSchema(child)])),
  };
}

function pathParameters(rights: Rights, call: ExactCall): readonly Schema[] {
  const found = new Map<string, Schema>();
  for (const { name, entity, field } of finders(call)) {
    const stated = rights.field(entity, field);
    found.set(name, stated?.type.kind === 'integer' ? { type: 'integer' } : { type: 'string' });
  }
  return call.parameters.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: found.get(name) ?? { type: 'string' },
  }));
}

function* finders({ does }: ExactCall): Generator<{ name: string; entity: string; field: string }> {
  const targets: (Target | null | undefined)[] = [];
  if (does && 'target' in does) targets.push(does.target);
  if (does && 'records' in does) targets.push(does.records.of?.target);
  if (does && 'what' in does) targets.push(does.what);
  for (const target of targets) {
    if (!target) continue;
    const levels = [...(target.start === 'user' ? [] : [target.start]), ...target.steps];
    for (const { entity, by } of levels)
      if (by.value.from === 'path') yield { name: by.value.name, entity, field: by.field };
  }
}

function queryParameters(rights: Rights, blocks: readonly ExactCall[]): readonly Schema[] {
  const found = new Map<string, Schema>();
  const add = (value: RequestValue | null | undefined, schema: Schema) => {
    if (value?.from === 'query' && !found.has(value.name)) found.set(value.name, schema);
  };
  for (const { does, when } of blocks) {
    const conditions = [
      when,
      ...(does?.kind === 'list' ? [does.where, ...does.filters.map(({ condition }) => condition)] : []),
      ...(does?.kind === 'delete each' ? [does.where] : []),
      ...(does?.kind === 'create' ? Object.values(does.values) : []),
    ];
    for (const condition of conditions)
      for (const { name, type } of condition && isReadable(rights, condition) ? valuesOf(condition, 'query') : [])
        add({ from: 'query', name }, typeSchemaOf(type));
    if (does?.kind !== 'list') continue;
    add(does.search?.text, { type: 'string' });
    const number = { type: 'integer', minimum: 0 };
    if (does.paging?.kind === 'offset') {
      add(does.paging.limit.value, number);
      add(does.paging.offset, number);
    } else if (does.paging) {
      add(does.paging.page, { type: 'integer', minimum: 1 });
      add(does.paging.size.value, number);
    }
  }
  return [...found].map(([name, schema]) => ({ name, in: 'query', schema }));
}

/** The values of the request that an expression reads, each as the type that it meets. */
function valuesOf(expression: Expression, from: 'query' | 'body'): readonly { name: string; type: Type }[] {
  const found: { name: string; type: Type }[] = [];
  walk(expression, (node) => {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === from)
      found.push({ name: node.field, type: node.type });
  });
  return found;
}
