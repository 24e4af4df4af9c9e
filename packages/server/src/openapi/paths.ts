import type { EntityView, EventView, FieldView } from '@nonet/client';
import type { Rights } from '../view/rights.ts';
import { askedSchema, canSchema, reference, type Schema, UUID, WHOLE_ID } from './schemas.ts';

export type PathItem = Record<string, unknown>;

/** The paths of one entity that this reader may use. */
export function entityPaths(rights: Rights, entity: EntityView): Record<string, PathItem> {
  const { name } = entity;
  const collection = `/api/${entity.path}`;
  const paths: Record<string, PathItem> = {};
  const reads = rights.may(name, 'read');
  const updates = entity.fields.some((field) => field.onUpdate);
  const about = (operation: string, summary: string) => ({
    operationId: `${operation}_${name}`,
    summary,
    tags: [entity.label],
  });

  const list = reads ? { get: { ...about('list', entity.plural), ...listOperation(rights, entity) } } : {};
  const create = entity.create
    ? {
        post: {
          ...about('create', `Create: ${entity.label}`),
          ...confirmable(rights),
          ...write(`${name}.create`),
          responses: answers(201, name),
        },
      }
    : {};
  add(paths, collection, { ...list, ...create });
  if (reads) {
    add(paths, `${collection}/{id}`, {
      parameters: [idOf(rights, name)],
      get: { ...about('read', entity.label), responses: answers(200, name) },
      ...(updates
        ? {
            patch: {
              ...about('update', `Update: ${entity.label}`),
              ...confirmable(rights, [IF_MATCH]),
              ...write(`${name}.update`),
              responses: answers(200, name),
            },
          }
        : {}),
      ...(rights.may(name, 'delete')
        ? {
            delete: {
              ...about('delete', `Delete: ${entity.label}`),
              ...confirmable(rights, [IF_MATCH]),
              responses: EMPTY_ANSWER,
            },
          }
        : {}),
    });
    add(paths, `${collection}/{id}/can`, {
      parameters: [idOf(rights, name)],
      get: { ...about('can', 'What may be done now, and why not'), responses: answered(canSchema(entity)) },
    });
  }
  if (entity.history) {
    add(paths, `${collection}/{id}/history`, {
      parameters: [idOf(rights, name)],
      get: {
        ...about('history', 'History'),
        responses: answered({ type: 'array', items: { $ref: reference('HistoryEntry') } }),
      },
    });
  }
  if (rights.entity(name)?.delete === 'soft' && rights.may(name, 'restore')) {
    add(paths, `${collection}/{id}/restore`, {
      parameters: [idOf(rights, name)],
      post: { ...about('restore', `Restore: ${entity.label}`), ...confirmable(rights), responses: answers(200, name) },
    });
  }
  if (rights.mayImport(name)) {
    add(paths, `${collection}/import`, {
      post: {
        ...about('import', `Import: ${entity.plural}`),
        ...confirmable(rights, [DRY_RUN]),
        requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
        responses: answered({ $ref: reference('Import') }),
      },
    });
  }
  for (const event of entity.events) addEvent(paths, rights, entity, event);
  return paths;
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

const DELETED = {
  name: 'deleted',
  in: 'query',
  description: 'Instead of what is there, what was deleted and you may restore.',
  schema: { type: 'string', enum: ['only'] },
};
const DRY_RUN = {
  name: 'dry_run',
  in: 'query',
  description: 'Whether only to tell what would become of each row.',
  schema: { type: 'string', enum: ['true', 'false'] },
};
const CONFIRM = {
  name: 'confirm',
  in: 'query',
  description: 'The codes under `confirm` of a problem that only warns, with commas, once they are meant all the same.',
  schema: { type: 'string' },
};
function idOf(rights: Rights, entity: string): PathItem {
  const isWhole = rights.field(entity, 'id')?.type.kind === 'serial';
  return { name: 'id', in: 'path', required: true, schema: isWhole ? WHOLE_ID : UUID };
}
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the record as it was read.',
  schema: { type: 'string' },
};
export const PROBLEM = {
  description: 'Refused, with the clause of the document that says so.',
  content: { 'application/problem+json': { schema: { $ref: reference('Problem') } } },
};
export const EMPTY_ANSWER = { 204: { description: 'Done.' }, default: PROBLEM };

export function answered(schema: Schema): PathItem {
  return { 200: { description: 'The answer.', content: json(schema) }, default: PROBLEM };
}

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

export function json(schema: Schema): PathItem {
  return { 'application/json': { schema } };
}

function write(name: string): PathItem {
  return { requestBody: { required: true, content: json({ $ref: reference(name) }) } };
}

function listOperation(rights: Rights, entity: EntityView): PathItem {
  const text = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
  const filters = entity.fields
    .filter((field) => rights.mayRead(entity.name, field.name) && isFilterable(field))
    .map((field) =>
      text(RESERVED.has(field.name) ? `f.${field.name}` : field.name, `${field.label}; also .gte, .lte, .ne.`),
    );
  const csv = rights.may(entity.name, 'export') ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const page = {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: { $ref: reference(entity.name) } },
      next: { type: ['string', 'null'], description: 'The cursor of the next page.' },
      count: { type: 'integer' },
      can: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    },
  };
  return {
    parameters: [
      text('q', 'Searches.'),
      text('order', 'Fields, `-` before one for descending.'),
      text('fields', 'Only these fields.'),
      text('expand', 'References as objects.'),
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
      text('cursor', 'Where the former page ended.'),
      { name: 'count', in: 'query', schema: { type: 'string', enum: ['exact'] } },
      text('screen', 'The slug of a screen, whose `where` and order apply.'),
      text('for', '`Entity.field`: only what this field may refer to; `this.name=` gives the values of its form.'),
      ...(rights.entity(entity.name)?.delete === 'soft' && rights.may(entity.name, 'restore') ? [DELETED] : []),
      ...(entity.events.length > 0 ? [text('can', 'Events: which of them you may cause now, for each item.')] : []),
      ...filters,
    ],
    responses: {
      200: { description: 'A page of what you may read.', content: { ...json(page), ...csv } },
      default: PROBLEM,
    },
  };
}

const RESERVED = new Set([
  'q',
  'order',
  'fields',
  'expand',
  'limit',
  'cursor',
  'count',
  'screen',
  'for',
  'can',
  'deleted',
]);

function isFilterable(field: FieldView): boolean {
  return !['children', 'all', 'json', 'secret', 'file', 'image', 'open'].includes(field.kind);
}
