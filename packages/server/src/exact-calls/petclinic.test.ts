import { readFileSync } from 'node:fs';
import { seed } from '@nonet/engine';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

/**
 * `examples/petclinic` against the description of the API that it answers (`conformance/petclinic`, unchanged): each of
 * its operations, by hand and by requests made from the description, every answer judged by its schemas.
 */
const ROOT = new URL('../../../../', import.meta.url);
const BASE = '/petclinic/api';

type Schema = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly requestBody?: { content: { 'application/json': { schema: Schema } } };
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const api = parse(readFileSync(new URL('conformance/petclinic/openapi.yml', ROOT), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase() as Method, path, operation })),
);

const validator = new Ajv.default({ strict: false, allErrors: true });
addFormats.default(validator);
// Ranges of numbers are stated beside these.
for (const format of ['int32', 'int64']) validator.addFormat(format, true);
validator.addSchema({ id: 'petclinic', components: api.components });
const located = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"petclinic#/components')) as Schema;

let clinic: TestServer;
const asked = new Map<string, Set<number>>();

/**
 * Sends a request and compares the answer with the description: its status is one of the operation's, its body fits
 * the schema.
 */
async function ask(method: Method, path: string, values: Record<string, unknown> = {}, body?: unknown, query = '') {
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The description has no ${method} ${path}.`);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const answer = await clinic.ask(method, `${BASE}${url}${query}`, body === undefined ? {} : { body });
  const where = `${method} ${url}${query} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.body}`;
  const stated = operation.responses[answer.statusCode];
  expect(stated, where).toBeDefined();
  const schema = Object.values(stated?.content ?? {})[0]?.schema;
  const fits = schema === undefined ? answer.body === '' : validator.validate(located(schema), answer.json());
  expect(fits, `${where}\n${validator.errorsText()}`).toBe(true);
  asked.set(operation.operationId, (asked.get(operation.operationId) ?? new Set()).add(answer.statusCode));
  return answer;
}

const created = async (path: string, body: unknown, values: Record<string, unknown> = {}) => {
  const answer = await ask('POST', path, values, body);
  expect([200, 201], answer.body).toContain(answer.statusCode);
  return answer.json<{ id: number } & Record<string, unknown>>();
};

const OWNER = { firstName: 'Ann', lastName: 'Davis', address: '1 Main St.', city: 'Delft', telephone: '015' };

beforeAll(async () => {
  const text = readFileSync(new URL('examples/petclinic/spec.md', ROOT), 'utf8');
  clinic = await serve(planFrom('spec.md', text));
  await seed(clinic.engine, { demo: true });
});
afterAll(() => clinic?.close());

test('the document states every operation of the description, and no other', () => {
  // A call may be stated in several blocks, of which the first that fits is taken.
  const stated = [...new Set(clinic.engine.plan.answered.calls.map(({ method, path }) => `${method} ${path}`))];
  expect(stated.toSorted((one, other) => one.localeCompare(other))).toEqual(
    operations.map(({ method, path }) => `${method} ${BASE}${path}`).toSorted((one, other) => one.localeCompare(other)),
  );
  expect(stated).toHaveLength(37);
});

describe('owners, pets and visits', () => {
  test('are made, read, listed, changed and deleted, each through the other', async () => {
    const owner = await created('/owners', OWNER);
    expect(owner).toEqual({ ...OWNER, id: expect.any(Number), pets: [] });
    const own = { ownerId: owner.id };
    expect((await ask('GET', '/owners/{ownerId}', own)).json()).toEqual(owner);
    const type = { id: 1, name: 'cat' };
    const pet = await created('/owners/{ownerId}/pets', { name: 'Tom', birthDate: '2020-02-29', type }, own);
    expect(pet).toMatchObject({ name: 'Tom', type, ownerId: owner.id, visits: [] });
    const both = { ...own, petId: pet.id };
    const visit = await created('/owners/{ownerId}/pets/{petId}/visits', { description: 'rabies shot' }, both);
    expect(visit).toMatchObject({ petId: pet.id, description: 'rabies shot', date: expect.stringMatching(/^\d{4}-/) });
    const changed = { name: 'Thomas', birthDate: '2020-03-01', type: { id: 2, name: 'dog' } };
    expect((await ask('PUT', '/owners/{ownerId}/pets/{petId}', both, changed)).statusCode).toBe(204);
    const read = await ask('GET', '/owners/{ownerId}/pets/{petId}', both);
    expect(read.json()).toMatchObject({ ...changed, visits: [{ id: visit.id }] });
    expect((await ask('GET', '/pets/{petId}', both)).json()).toEqual(read.json());
    const whole = { ...read.json<object>(), name: 'Tim' };
    expect((await ask('PUT', '/pets/{petId}', both, whole)).json()).toMatchObject({ name: 'Tim', ownerId: owner.id });

    const nowhere = { petId: 2_000_000, date: '2026-01-02', description: 'teeth' };
    expect((await ask('POST', '/visits', {}, nowhere)).statusCode).toBe(404);
    const extra = await created('/visits', { id: 0, petId: pet.id, date: '2026-01-02', description: 'teeth' });
    expect((await ask('GET', '/visits/{visitId}', { visitId: extra.id })).json()).toEqual(extra);
    const moved = { date: '2026-01-03', description: 'all teeth' };
    expect((await ask('PUT', '/visits/{visitId}', { visitId: extra.id }, moved)).json()).toMatchObject(moved);
    expect((await ask('GET', '/visits')).json()).toContainEqual({ ...extra, ...moved });
    expect((await ask('DELETE', '/visits/{visitId}', { visitId: extra.id })).json()).toEqual({ ...extra, ...moved });
    expect((await ask('GET', '/visits/{visitId}', { visitId: extra.id })).statusCode).toBe(404);

    const city = { ...OWNER, city: 'Leiden' };
    expect((await ask('PUT', '/owners/{ownerId}', own, city)).json()).toMatchObject({
      city: 'Leiden',
      pets: [{ name: 'Tim' }],
    });
    expect((await ask('DELETE', '/owners/{ownerId}', own)).json()).toMatchObject({
      id: owner.id,
      pets: [{ id: pet.id }],
    });
    for (const [path, values] of [
      ['/owners/{ownerId}', own],
      ['/pets/{petId}', both],
      ['/visits/{visitId}', { visitId: visit.id }],
    ] as const)
      expect((await ask('GET', path, values)).statusCode).toBe(404);
  });

  test('a pet is found under its own owner alone', async () => {
    const pets = (await ask('GET', '/pets')).json<{ id: number; ownerId: number }[]>();
    const [pet] = pets;
    const other = { ownerId: pets.find(({ ownerId }) => ownerId !== pet?.ownerId)?.ownerId, petId: pet?.id };
    expect((await ask('GET', '/owners/{ownerId}/pets/{petId}', other)).statusCode).toBe(404);
    const body = { description: 'x' };
    expect((await ask('POST', '/owners/{ownerId}/pets/{petId}/visits', other, body)).statusCode).toBe(404);
    expect(
      (await ask('DELETE', '/pets/{petId}', { petId: (await ask('GET', '/pets')).json().at(-1).id })).statusCode,
    ).toBe(200);
  });

  test('are listed by the beginning of a last name, and in pages from 0', async () => {
    const names = (answer: { json: () => unknown }) =>
      (answer.json() as { lastName: string }[]).map(({ lastName }) => lastName);
    expect(names(await ask('GET', '/owners', {}, undefined, '?lastName=Dav'))).toEqual(['Davis']);
    expect(names(await ask('GET', '/owners', {}, undefined, '?lastName='))).toEqual(names(await ask('GET', '/owners')));
    const page = await ask('GET', '/v2/owners', {}, undefined, '?page=1&size=2');
    expect(page.json()).toMatchObject({ page: 1, size: 2, totalElements: 3, totalPages: 2, content: [{}] });
    expect((await ask('GET', '/v2/pets')).json()).toMatchObject({ page: 0, size: 20, totalPages: 1 });
    for (const query of ['?page=-1', '?size=0', '?size=101', '?page=x', '?page=1.5'])
      for (const path of ['/v2/owners', '/v2/pets'])
        expect((await ask('GET', path, {}, undefined, query)).statusCode).toBe(400);
  });
});

describe.each([
  ['/pettypes', 'petTypeId', { name: 'fish' }, { name: 'carp' }],
  ['/specialties', 'specialtyId', { id: 0, name: 'surgery of birds' }, { id: 0, name: 'birds' }],
  [
    '/vets',
    'vetId',
    { id: 0, firstName: 'Zoë', lastName: "O'Neil Jr.", specialties: [{ id: 1, name: 'radiology' }] },
    { id: 0, firstName: 'Zoë', lastName: 'Neil', specialties: [] },
  ],
])('%s', (path, parameter, body, changed) => {
  test('are made, read, listed, changed and deleted', async () => {
    const made = await created(path, body);
    const one = `${path}/{${parameter}}`;
    const values = { [parameter]: made.id };
    expect(made).toEqual({ ...body, id: made.id });
    expect((await ask('GET', one, values)).json()).toEqual(made);
    expect((await ask('GET', path)).json()).toContainEqual(made);
    const sent = { ...changed, id: made.id };
    expect((await ask('PUT', one, values, sent)).json()).toEqual(sent);
    expect((await ask('DELETE', one, values)).json()).toEqual(sent);
    expect((await ask('GET', one, values)).statusCode).toBe(404);
  });
});

test('a record in use is not deleted', async () => {
  expect((await ask('DELETE', '/pettypes/{petTypeId}', { petTypeId: 2 })).statusCode).toBe(400);
  expect((await ask('DELETE', '/specialties/{specialtyId}', { specialtyId: 1 })).statusCode).toBe(400);
});

test('an account is made once, and its password is shown nowhere', async () => {
  const body = {
    username: 'john.doe',
    password: 'a canary',
    enabled: true,
    roles: [{ name: 'admin' }, { name: 'vet' }],
  };
  const answer = await ask('POST', '/users', {}, body);
  expect(answer.json()).toEqual({ username: 'john.doe', enabled: true, roles: body.roles });
  expect((await ask('POST', '/users', {}, body)).statusCode).toBe(400);
});

test('one call always fails', async () => {
  expect((await ask('GET', '/oops')).json()).toMatchObject({ status: 400, title: 'OOPS' });
});

test('an answer that the client has already is not sent again', async () => {
  for (const { method, path, operation } of operations.filter(
    (one) => one.method === 'GET' && '304' in one.operation.responses,
  )) {
    if (operation.operationId === 'failingRequest') continue;
    const url = `${BASE}${path.replaceAll(/\{\w+\}/g, '1')}`;
    const first = await clinic.ask(method, url);
    const again = await clinic.ask(method, url, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([first.statusCode, again.statusCode, again.body], url).toEqual([200, 304, '']);
  }
});

describe('requests made from the description', () => {
  test.each(operations.filter(({ path }) => path.includes('{')))(
    '$method $path: 404 and 400',
    async ({ method, path, operation }) => {
      const values = (id: unknown) =>
        Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]));
      const body =
        operation.requestBody && (example(operation.requestBody.content['application/json'].schema) as object);
      expect((await ask(method, path, values(2_000_000), body)).statusCode).toBe(404);
      for (const id of ['x', '-1', '1.5']) expect((await ask(method, path, values(id), body)).statusCode, id).toBe(400);
    },
  );

  const writes = operations.filter(({ operation }) => operation.requestBody !== undefined);
  test.each(writes)(
    '$method $path: whatever fits the schema is answered, what does not is refused',
    async ({ method, path, operation }) => {
      const schema = operation.requestBody?.content['application/json'].schema ?? {};
      const fits = validator.compile(located(judged(schema)));
      const { ownerId, id: petId } = (await ask('GET', '/pets')).json()[0];
      const ids = { ownerId, petId, petTypeId: 1, visitId: 1, specialtyId: 1, vetId: 1 };
      await fc.assert(
        fc.asyncProperty(bodyOf(schema), fc.boolean(), fc.nat(), async (body, breaks, place) => {
          const sent = breaks ? broken(body, place) : body;
          const answer = await ask(method, path, ids, sent);
          const isRefused = answer.statusCode >= 400;
          expect(isRefused || fits(asRead(sent)), `${JSON.stringify(sent)} was taken: ${answer.body}`).toBe(true);
        }),
        { numRuns: 15 },
      );
    },
  );

  test('a fault of the product is answered in the form of the description', async () => {
    await clinic.engine.pool.query('alter schema product rename to elsewhere');
    try {
      for (const { method, path, operation } of operations.filter((one) => '500' in one.operation.responses)) {
        const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]));
        const schema = operation.requestBody?.content['application/json'].schema;
        const answer = await ask(method, path, values, schema && example(schema));
        expect([method, path, answer.statusCode]).toEqual([method, path, 500]);
      }
    } finally {
      await clinic.engine.pool.query('alter schema elsewhere rename to product');
    }
    expect((await ask('GET', '/pets')).statusCode).toBe(200);
  });

  test('no operation was left out', () => {
    expect([...asked.keys()]).toHaveLength(37);
    const left = operations.flatMap(({ method, path, operation }) =>
      Object.keys(operation.responses)
        .filter((status) => Number(status) >= 400 && !asked.get(operation.operationId)?.has(Number(status)))
        .map((status) => `${method} ${path} ${status}`),
    );
    // Records of these entities refer to no record that could be missing.
    expect(left).toEqual(['POST /pettypes 404', 'POST /specialties 404', 'POST /vets 404', 'POST /users 404']);
    const succeeded = [...asked].filter(([, statuses]) => [...statuses].some((status) => status < 300));
    expect([...asked.keys()].filter((name) => !succeeded.some(([other]) => other === name))).toEqual([
      'failingRequest',
    ]);
  });
});

/** A body as the product reads and judges it: texts are NFC and trimmed (docs/language/expressions.md). */
function asRead(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asRead(item)]));
}

function resolved(schema: Schema): Schema {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return resolved(api.components.schemas[reference.split('/').at(-1) ?? ''] ?? {});
  const parts = schema['allOf'] as Schema[] | undefined;
  if (parts === undefined) return schema;
  const whole = parts.map(resolved);
  return {
    type: 'object',
    properties: Object.assign({}, ...whole.map(({ properties }) => properties)) as object,
    required: [...new Set(whole.flatMap(({ required }) => (required ?? []) as string[]))],
  };
}

/** A body of the examples that are in the schemas. */
function example(stated: Schema): unknown {
  const schema = resolved(stated);
  if ('example' in schema) return schema['example'];
  if (schema['type'] === 'array') return [];
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, example(of)]));
}

/** Bodies that fit a schema: what is required, and some of the rest. */
function bodyOf(stated: Schema): fc.Arbitrary<unknown> {
  const schema = resolved(stated);
  const { maxLength, minLength, pattern } = schema as { maxLength?: number; minLength?: number; pattern?: string };
  switch (schema['type']) {
    case 'integer':
      return fc.integer({ min: 0, max: 8 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.uniqueArray(bodyOf(schema['items'] as Schema), {
        maxLength: 2,
        selector: (item) => JSON.stringify(item),
      });
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
      const model = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, bodyOf(of)]));
      return fc.record(model, { requiredKeys: (schema['required'] ?? []) as string[] });
    }
    default:
      if (schema['format'] === 'date')
        return fc
          .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10));
      if (pattern !== undefined)
        return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, maxLength));
      return fc.string({ minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 20, 20), unit: 'grapheme' });
  }
}

/**
 * The part of a body that a server must look at: the path says which record is meant, read-only properties are not
 * sent, and a record that the body refers to is meant by its `id` alone (docs/language/7-calls.md, "Shapes").
 */
function judged(stated: Schema): Schema {
  const schema = resolved(stated);
  const ignored = new Set(['id', 'ownerId', 'visits']);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.filter(([name]) => !ignored.has(name)).map(([name, of]) => [name, referred(of)]),
    ),
    required: ((schema['required'] ?? []) as string[]).filter((name) => !ignored.has(name)),
  };
}

/** The part of a referred record that is judged: its `id`, if it has one. */
function referred(stated: Schema): Schema {
  const schema = resolved(stated);
  if (schema['type'] === 'array') return { ...schema, items: referred(schema['items'] as Schema) };
  const { id } = (schema['properties'] ?? {}) as Record<string, Schema>;
  return id === undefined ? schema : { type: 'object', properties: { id }, required: ['id'] };
}

/** One property of another type, or one that is not known. */
function broken(body: unknown, place: number): unknown {
  const entries = Object.entries(body as object);
  const [name] = entries[place % (entries.length + 1)] ?? ['unknown_property'];
  return { ...(body as object), [name]: { deep: [place] } };
}
