import {
  type GivenPage,
  type GivenQuery,
  type GivenRefusal,
  type GivenRequest,
  type GivenView,
  type ListQuery,
  ProblemError,
  type RecordView,
} from '@nonet/client';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import type { Words } from '../words/en.ts';
import { onlyDeclared } from './read-request.ts';

/** The path of an entity's collection; null if the reader has none of its records. */
export type PathOf = (entity: string) => string | null;

/** Sends a declared request with the rights of the reader, and reduces its answer to what the screen declares. */
export async function answerRequest(
  given: GivenView,
  request: GivenRequest,
  pathOf: PathOf,
): Promise<RecordView | GivenPage | null> {
  const { entity, method } = request;
  const path = pathOf(entity);
  if (path === null) throw forbidden(entity);
  const fields = fieldsOf(given, entity);
  const reduced = ({ record }: { readonly record: RecordView }): RecordView => onlyDeclared(record, fields);
  switch (method) {
    case 'list':
    case 'follow':
      return listPage(given, entity, request.query, path);
    case 'read':
      return reduced(await client.read(path, request.id, { fields: askedFields(fields) }));
    case 'create':
      return reduced(await client.create(path, request.values));
    case 'update':
      return reduced(await client.update(path, request.id, request.values, { ifMatch: '*' }));
    case 'delete':
      await client.delete(path, request.id, { ifMatch: '*' });
      return null;
    case 'fire':
      return reduced(await client.fire(path, request.id, request.event, request.values));
  }
}

/** A page of a list, with the declared fields alone. `path`: of the entity's collection. */
async function listPage(given: GivenView, entity: string, query: GivenQuery, path: string): Promise<GivenPage> {
  return pageOf(await client.list(path, listQueryOf(given, entity, query)), fieldsOf(given, entity));
}

/** A followed list as it is now. @throws ProblemError if the reader may have none of it. */
export async function firstOf(
  given: GivenView,
  { entity, query }: { readonly entity: string; readonly query: GivenQuery },
  pathOf: PathOf,
): Promise<GivenPage> {
  const path = pathOf(entity);
  if (path === null) throw forbidden(entity);
  return listPage(given, entity, query, path);
}

/** The query of a list that a page asks for: with the declared fields alone. */
export function listQueryOf(
  given: GivenView,
  entity: string,
  { filters, order, limit, cursor }: GivenQuery,
): ListQuery {
  return {
    ...(filters && { filters }),
    order,
    limit,
    cursor,
    fields: askedFields(fieldsOf(given, entity)),
  };
}

export function pageOf(
  { items, next }: { readonly items: readonly RecordView[]; readonly next: string | null },
  fields: readonly string[],
): GivenPage {
  return { items: items.map((item) => onlyDeclared(item, fields)), next };
}

export function fieldsOf({ reads }: GivenView, entity: string): readonly string[] {
  return reads.find((each) => each.entity === entity)?.fields ?? [];
}

/** Without a field, a list would have all of them. */
function askedFields(fields: readonly string[]): readonly string[] {
  return fields.length === 0 ? ['id'] : fields;
}

/** Why a request was refused, as a page is told. */
export function refusalOf(error: unknown, words: Words): GivenRefusal {
  const message = messageOf(error, words);
  if (!(error instanceof ProblemError)) return { code: 'FAILED', status: 0, message, errors: [] };
  const errors = error.errors.map(({ field, code, message: own }) => ({ field, code, message: own }));
  return { code: error.code, status: error.status, message, errors };
}

function forbidden(entity: string): ProblemError {
  return new ProblemError({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: `Nothing of ${entity} is open to this reader.`,
    code: 'FORBIDDEN',
    clause: null,
  });
}
