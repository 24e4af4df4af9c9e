import type { EntityView, EventView } from '@nonet/client';
import type { Rights } from '../view/rights.ts';
import { bulkOperation } from './bulk.ts';
import { followOperation, listOperation } from './lists.ts';
import { answered, EMPTY_ANSWER, json, type PathItem, PROBLEM } from './parts.ts';
import { askedSchema, ownIdSchema, reference } from './schemas.ts';
import { canSchema } from './common-schemas.ts';

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
  if (reads)
    add(paths, `${collection}/events`, {
      get: { ...about('follow', `Follow: ${entity.plural}`), ...followOperation(rights, entity) },
    });
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
  const bulk = reads ? bulkOperation(rights, entity) : null;
  if (bulk !== null)
    add(paths, `${collection}/bulk`, {
      post: { ...about('bulk', `Several: ${entity.plural}`), ...confirmable(rights), ...bulk },
    });
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
