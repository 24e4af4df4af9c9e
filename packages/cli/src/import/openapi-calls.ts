import type { ForeignCall } from './foreign.ts';
import { escaped, type Schema, type Schemas, typesOf } from './openapi-schemas.ts';
import { isObject, listOf, objectOf, type Structure, textOf } from './structured-file.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
/** Methods that OpenAPI has, and exact calls do not. */
const OTHER_METHODS = ['head', 'options', 'trace', 'query'] as const;

/** A path of words and parameters, as exact calls have it. */
const PATH = /^(?:\/(?:[\w.~-]+|\{[A-Za-z_]\w*\}))+$|^\/$/;

/** An operation, and what it is sent and answers. */
export interface Operation {
  readonly call: string;
  readonly pointer: string;
  readonly summary: string | null;
  readonly sent: readonly Schema[];
  readonly failures: readonly Schema[];
  /** Its first answer below 300; null: it has none. */
  readonly success: { readonly status: string; readonly schema: Schema | null } | null;
  readonly successes: readonly Schema[];
}

/** The operations of all paths. What they have besides is listed. */
export function operationsOf(schemas: Schemas, root: Structure): readonly Operation[] {
  const webhooks = Object.keys(objectOf(root['webhooks']));
  for (const name of webhooks) schemas.leave(`#/webhooks/${escaped(name)}`, 'a call that the API makes');
  return Object.entries(objectOf(root['paths'])).flatMap(([path, item]) => {
    const pointer = `#/paths/${escaped(path)}`;
    const methods = objectOf(item);
    if (!PATH.test(path)) {
      schemas.leave(pointer, 'a part of its path is neither a word nor a parameter');
      return [];
    }
    if (typeof methods['$ref'] === 'string') schemas.leave(pointer, `refers to ${methods['$ref']}`);
    for (const method of OTHER_METHODS)
      if (methods[method] !== undefined) schemas.leave(`${pointer}/${method}`, 'no exact call has this method');
    return METHODS.flatMap((method) =>
      isObject(methods[method])
        ? operationOf(schemas, `${method.toUpperCase()} ${path}`, methods[method], `${pointer}/${method}`)
        : [],
    );
  });
}

function operationOf(schemas: Schemas, call: string, operation: Structure, pointer: string): Operation {
  if (operation['callbacks'] !== undefined) schemas.leave(`${pointer}/callbacks`, 'calls that the API makes');
  const answers = Object.entries(objectOf(operation['responses'])).map(([status, response]) => {
    const at = `${pointer}/responses/${status}`;
    const { body, pointer: found } = resolved(schemas, response, at);
    return { status, schema: schemaIn(schemas, body, found) };
  });
  const request = resolved(schemas, operation['requestBody'], `${pointer}/requestBody`);
  const sent = schemaIn(schemas, request.body, request.pointer);
  const isSuccess = ({ status }: { readonly status: string }) => /^2(?:\d\d|XX)$/i.test(status);
  const [success] = answers.filter(isSuccess).toSorted((one, other) => (one.status < other.status ? -1 : 1));
  return {
    call,
    pointer,
    summary: textOf(operation['summary']),
    sent: sent === null ? [] : [sent],
    success: success ?? null,
    successes: answers.filter(isSuccess).flatMap(({ schema }) => schema ?? []),
    failures: answers.filter((answer) => !isSuccess(answer)).flatMap(({ schema }) => schema ?? []),
  };
}

function resolved(
  schemas: Schemas,
  value: unknown,
  pointer: string,
): { readonly body: Structure; readonly pointer: string } {
  if (value === undefined) return { body: {}, pointer };
  const found = typeof objectOf(value)['$ref'] === 'string' ? schemas.at(value, pointer) : null;
  return found === null ? { body: objectOf(value), pointer } : { body: found.is, pointer: found.pointer };
}

/** The schema of a body's JSON. */
function schemaIn(schemas: Schemas, body: Structure, pointer: string): Schema | null {
  const found = Object.entries(objectOf(body['content'])).find(([type]) =>
    /^(?:application\/(?:.*\+)?json\b|\*\/\*)/.test(type),
  );
  const schema = objectOf(found?.[1])['schema'];
  if (found === undefined || schema === undefined) return null;
  return schemas.at(schema, `${pointer}/content/${escaped(found[0])}/schema`);
}

/** An operation as an exact call. `shapes`: the shape of each component that is an entity. */
export function callOf(schemas: Schemas, operation: Operation, shapes: ReadonlyMap<string, string>): ForeignCall {
  const { call, pointer, success, summary } = operation;
  const place = schemas.placeOf(pointer);
  const known = answerOf(schemas, success, shapes);
  if (known === null) schemas.leave(pointer, 'what it answers is no record of an entity, and no list of them');
  return { call, answers: known?.answers ?? null, shape: known?.shape ?? null, prose: summary, place };
}

function answerOf(
  schemas: Schemas,
  success: Operation['success'],
  shapes: ReadonlyMap<string, string>,
): { readonly answers: string; readonly shape: string | null } | null {
  if (success === null || !/^2\d\d$/.test(success.status)) return null;
  const { status, schema } = success;
  if (schema === null) return status === '204' ? { answers: status, shape: null } : null;
  const found = shownIn(schemas, schema, shapes);
  return found === null ? null : { answers: `${status} ${found.answers}`, shape: found.shape };
}

/** A record, a list of records, or an object that has one of these and nothing else. */
function shownIn(
  schemas: Schemas,
  schema: Schema,
  shapes: ReadonlyMap<string, string>,
): { readonly answers: string; readonly shape: string } | null {
  const shape = shapes.get(schema.component ?? '');
  if (shape !== undefined) return { answers: shape, shape };
  const items = schema.is['items'];
  if (typesOf(schema).types[0] === 'array' && items !== undefined) {
    const item = shapes.get(schemas.at(items, `${schema.pointer}/items`)?.component ?? '');
    return item === undefined ? null : { answers: `[${item}]`, shape: item };
  }
  const [only, ...others] = schemas.objectAt(schema)?.properties ?? [];
  if (only === undefined || others.length > 0 || !/^[\w-]+$/.test(only[0])) return null;
  const member = schemas.at(only[1].is, only[1].pointer);
  if (member === null || (schemas.objectAt(member) !== null && !shapes.has(member.component ?? ''))) return null;
  const within = shownIn(schemas, member, shapes);
  return within === null ? null : { answers: `{"${only[0]}": ${within.answers}}`, shape: within.shape };
}

/** The beginning of all paths, as the only server has it; null: there is none, or several that differ. */
export function baseOf(schemas: Schemas, root: Structure): string | null {
  const paths = listOf(root['servers']).flatMap((server) => {
    const url = textOf(objectOf(server)['url']);
    return url === null ? [] : [/^(?:[a-z][a-z+.-]*:\/\/[^/]*)?(\/[^?#]*?)?\/?(?:[?#].*)?$/i.exec(url)?.[1] ?? ''];
  });
  const [base = '', ...others] = new Set(paths);
  if (others.length > 0) schemas.leave('#/servers', 'several servers, whose paths begin differently');
  if (others.length > 0 || base === '') return null;
  if (/^(?:\/[A-Za-z0-9._~-]+)+$/.test(base)) return base;
  schemas.leave('#/servers/0', `its path ${base} has placeholders`);
  return null;
}
