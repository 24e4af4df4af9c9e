import type { EntityView, EventView } from '@nonet/client';
import { type Action, ACTIONS } from '@nonet/language';
import type { Rights } from '../view/rights.ts';
import { bulkOperation } from './bulk.ts';
import { followOperation, listOperation, reportOperation, summaryOperation } from './lists.ts';
import { answered, EMPTY_ANSWER, json, type PathItem, PROBLEM } from './parts.ts';
import { askedSchema, ownIdSchema, reference, type Schema } from './schemas.ts';
import { canSchema } from './common-schemas.ts';

/** The paths of one entity that this reader may use. */
export function entityPaths(rights: Rights, entity: EntityView): Record<string, PathItem> {
  const collection = `/api/${entity.path}`;
  const paths: Record<string, PathItem> = {};
  for (const action of ACTIONS)
    for (const [path, item] of Object.entries(OPERATIONS[action](rights, entity)))
      add(paths, `${collection}${path}`, item);
  const bulk = rights.may(entity.name, 'read') ? bulkOperation(rights, entity) : null;
  if (bulk !== null)
    add(paths, `${collection}/bulk`, {
      post: { ...about(entity, 'bulk', `Several: ${entity.plural}`), ...confirmable(rights), ...bulk },
    });
  for (const event of entity.events) addEvent(paths, rights, entity, event);
  return paths;
}

function about({ name, label }: EntityView, operation: string, summary: string) {
  return { operationId: `${operation}_${name}`, summary, tags: [label] };
}

type Paths = Readonly<Record<string, PathItem>>;

/** The requests that this reader may make of an entity by each verb of point 6, under its collection's path. */
const OPERATIONS: Readonly<Record<Action, (rights: Rights, entity: EntityView) => Paths>> = {
  read(rights, entity) {
    if (!rights.may(entity.name, 'read')) return {};
    return {
      '': { get: { ...about(entity, 'list', entity.plural), ...listOperation(rights, entity) } },
      '/events': {
        get: { ...about(entity, 'follow', `Follow: ${entity.plural}`), ...followOperation(rights, entity) },
      },
      '/summary': {
        get: { ...about(entity, 'summarize', `Sums: ${entity.plural}`), ...summaryOperation(rights, entity) },
      },
      '/report': {
        get: { ...about(entity, 'report', `Report: ${entity.plural}`), ...reportOperation(rights, entity) },
      },
      '/{id}': ofRecord(rights, entity, {
        get: { ...about(entity, 'read', entity.label), responses: answers(200, entity.name) },
      }),
      ...papersOf(rights, entity),
      '/{id}/can': ofRecord(rights, entity, {
        get: { ...about(entity, 'can', 'What may be done now, and why not'), responses: answered(canSchema(entity)) },
      }),
    };
  },
  create(rights, entity) {
    if (!entity.create) return {};
    const post = {
      ...about(entity, 'create', `Create: ${entity.label}`),
      ...confirmable(rights),
      ...write(`${entity.name}.create`),
      responses: answers(201, entity.name),
    };
    return { '': { post } };
  },
  update(rights, entity) {
    if (!rights.may(entity.name, 'read') || !entity.fields.some((field) => field.onUpdate)) return {};
    const patch = {
      ...about(entity, 'update', `Update: ${entity.label}`),
      ...confirmable(rights, [IF_MATCH]),
      ...write(`${entity.name}.update`),
      responses: answers(200, entity.name),
    };
    return { '/{id}': ofRecord(rights, entity, { patch }) };
  },
  delete(rights, entity) {
    if (!rights.may(entity.name, 'delete')) return {};
    const operation = {
      ...about(entity, 'delete', `Delete: ${entity.label}`),
      ...confirmable(rights, [IF_MATCH]),
      responses: EMPTY_ANSWER,
    };
    return { '/{id}': ofRecord(rights, entity, { delete: operation }) };
  },
  restore(rights, entity) {
    if (rights.entity(entity.name)?.delete !== 'soft' || !rights.may(entity.name, 'restore')) return {};
    const post = {
      ...about(entity, 'restore', `Restore: ${entity.label}`),
      ...confirmable(rights),
      responses: answers(200, entity.name),
    };
    return { '/{id}/restore': ofRecord(rights, entity, { post }) };
  },
  // A list as a file: a form of what `read` answers.
  export: () => ({}),
  import(rights, entity) {
    if (!rights.mayImport(entity.name)) return {};
    const post = {
      ...about(entity, 'import', `Import: ${entity.plural}`),
      ...confirmable(rights, [DRY_RUN]),
      requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
      responses: answered({ $ref: reference('Import') }),
    };
    return { '/import': { post } };
  },
  erase(rights, entity) {
    if (entity.erasure === undefined || !rights.may(entity.name, 'erase')) return {};
    const post = {
      ...about(entity, 'erase', `Erase: ${entity.label}`),
      ...confirmable(rights, [IF_MATCH]),
      responses: answers(200, entity.name),
    };
    return { '/{id}/erase': ofRecord(rights, entity, { post }) };
  },
  merge(rights, entity) {
    if (!rights.may(entity.name, 'merge')) return {};
    const post = {
      ...about(entity, 'merge', `Merge: ${entity.plural}`),
      ...confirmable(rights, [IF_MATCH]),
      requestBody: { required: true, content: json(mergeSchema(rights, entity)) },
      responses: answers(200, entity.name),
    };
    return { '/{id}/merge-with': ofRecord(rights, entity, { post }) };
  },
  history(rights, entity) {
    if (!entity.history) return {};
    const get = {
      ...about(entity, 'history', 'History'),
      responses: answered({ type: 'array', items: { $ref: reference('HistoryEntry') } }),
    };
    return { '/{id}/history': ofRecord(rights, entity, { get }) };
  },
};

/** The papers of a record (7): each as PDF, or its words as JSON. */
function papersOf(rights: Rights, entity: EntityView): Paths {
  return Object.fromEntries(
    (entity.papers ?? []).map(({ name, label, description }) => [
      `/{id}/papers/${name}`,
      ofRecord(rights, entity, {
        get: {
          ...about(entity, `paper_${name}`, label),
          ...(description === '' ? {} : { description }),
          responses: {
            200: {
              description: 'The paper, with what its reader may read of the record.',
              content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } }, ...json(PAPER) },
            },
            default: PROBLEM,
          },
        },
      }),
    ]),
  );
}

const PAPER: Schema = {
  type: 'object',
  required: ['title', 'language', 'text'],
  properties: {
    title: { type: 'string' },
    language: { type: 'string' },
    text: { type: 'string', description: 'Markdown, with the values in it as text.' },
  },
};

function mergeSchema(rights: Rights, entity: EntityView): Schema {
  const fields = entity.fields.filter(({ onUpdate, kind }) => onUpdate && kind !== 'children').map(({ name }) => name);
  return {
    type: 'object',
    required: ['from'],
    additionalProperties: false,
    properties: {
      from: {
        type: 'object',
        description: 'The record that goes. All that refers to it refers to this one afterwards.',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: ownIdSchema(rights, entity.name),
          if_match: { type: 'string', description: 'Its ETag as it was read, or `*`.' },
        },
      },
      take: {
        type: 'array',
        description: 'The fields whose values this record takes from the other one; of all others it keeps its own.',
        items: fields.length > 0 ? { enum: fields } : { type: 'string' },
      },
    },
  };
}

/** Operations at the address of one record. */
function ofRecord(rights: Rights, { name }: EntityView, operations: PathItem): PathItem {
  return { parameters: [idOf(rights, name)], ...operations };
}

function addEvent(paths: Record<string, PathItem>, rights: Rights, entity: EntityView, event: EventView): void {
  const operation = {
    summary: event.label,
    tags: [entity.label],
    ...confirmable(rights),
    requestBody: { required: event.asks.some((ask) => ask.required), content: json(askedSchema(event)) },
  };
  const collection = `/api/${entity.path}`;
  if (event.creates) {
    add(paths, `${collection}/${event.name}`, {
      post: { operationId: `${event.name}_new_${entity.name}`, ...operation, responses: answers(201, entity.name) },
    });
  }
  if (event.moves.length > 0 || !event.creates) {
    add(paths, `${collection}/{id}/${event.name}`, {
      parameters: [idOf(rights, entity.name)],
      post: { operationId: `${event.name}_${entity.name}`, ...operation, responses: answers(200, entity.name) },
    });
  }
}

function add(paths: Record<string, PathItem>, path: string, item: PathItem): void {
  if (Object.keys(item).some((key) => key !== 'parameters')) paths[path] = { ...paths[path], ...item };
}

/** A product that warns takes the confirmation with the request; one that doesn't has nothing to confirm. */
function confirmable({ plan }: Rights, parameters: readonly object[] = []): PathItem {
  const warns = plan.errors.some(({ warning }) => warning);
  const all = [...parameters, ...(warns ? [CONFIRM] : [])];
  return all.length === 0 ? {} : { parameters: all };
}

const DRY_RUN = {
  name: 'dry_run',
  in: 'query',
  description: 'Whether only to say what would become of each row.',
  schema: { type: 'string', enum: ['true', 'false'] },
};
const CONFIRM = {
  name: 'confirm',
  in: 'query',
  description: 'The codes under `confirm` of a problem that only warns, with commas, once they are meant all the same.',
  schema: { type: 'string' },
};
function idOf(rights: Rights, entity: string): PathItem {
  return { name: 'id', in: 'path', required: true, schema: ownIdSchema(rights, entity) };
}
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the record as it was read.',
  schema: { type: 'string' },
};

function answers(status: 200 | 201, name: string): PathItem {
  return {
    [status]: {
      description: 'The record, as you may read it.',
      headers: { ETag: { schema: { type: 'string' } } },
      content: json({ $ref: reference(name) }),
    },
    default: PROBLEM,
  };
}

function write(name: string): PathItem {
  return { requestBody: { required: true, content: json({ $ref: reference(name) }) } };
}
