import { networkOf, type WriteOptions } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import type { FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { withoutAnswers } from './entity-tag.ts';
import { onlyKeys, readQuery } from './query.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** `If-Match`, `Idempotency-Key` and `?confirm=CODE,CODE` of a write (`more`: further keys of its query); the engine compares the tag, under the record's lock. */
export function writeOptions(plan: Plan, request: FastifyRequest, more: readonly string[] = []): WriteOptions {
  const query = readQuery(plan, request.url);
  onlyKeys(plan, query, ['confirm', ...more]);
  const confirm = (query.get('confirm') ?? '').split(',').filter((code) => code !== '');
  const ifMatch = request.headers['if-match'];
  return {
    ifMatch: ifMatch === undefined ? null : withoutAnswers(ifMatch),
    idempotencyKey: readIdempotencyKey(plan, request),
    confirm,
    onPath: (path) => {
      request.writePath = path;
    },
  };
}

function readIdempotencyKey(plan: Plan, request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) {
    throw standardRefusal(plan, 'INVALID', { words: message('idempotencyKey') });
  }
  // The keys of clients that are not signed in are valid for their own network only.
  return request.actor.userId === null ? `${networkOf(request.ip)} ${header}` : header;
}

/** Whether the reader has this very answer already (`If-None-Match`, compared weakly). */
export function alreadyHas(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}

/** The seconds that a client prefers to wait at most (`Prefer: wait=10`, RFC 7240); null if it states none. */
export function preferredWait({ headers }: FastifyRequest): number | null {
  const found = /(?:^|[,;])\s*wait\s*=\s*(\d{1,6})\s*(?:$|[,;])/i.exec(String(headers['prefer'] ?? ''));
  return found === null ? null : Number(found[1]);
}

/** The type of a workbook that spreadsheets open (Office Open XML). */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The types that answers have, as `Accept` names them. */
type PreferredType = 'text/html' | 'text/csv' | 'application/json' | typeof XLSX_TYPE;

/** Whether the `Accept` header prefers `type` to JSON. */
export function prefers(request: FastifyRequest, type: PreferredType): boolean {
  return prefersType(request.headers.accept ?? '', type);
}

export function prefersType(
  accept: string,
  type: PreferredType,
  others: readonly string[] = ['application/json', 'application/problem+json'],
): boolean {
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { name, quality };
  });
  const qualityOf = (...names: readonly string[]): number =>
    Math.max(0, ...ranges.filter((range) => names.includes(range.name)).map((range) => range.quality));
  const wanted = qualityOf(type);
  return wanted > 0 && wanted >= qualityOf(...others);
}
