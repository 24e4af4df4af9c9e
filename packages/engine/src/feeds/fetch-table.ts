import type { Feed, Template } from '@nonet/language';
import { environmentConstant } from '../calls/environment-constant.ts';
import { openPinned } from '../calls/pinned-request.ts';
import { completeRequest, type QueuedText } from '../calls/request.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import type { PlanIndex } from '../plan-index.ts';

/** The version of a table, as its server calls it: it is asked whether there is another one. */
export interface TableVersion {
  readonly etag: string | null;
  readonly modified: string | null;
  /** The document, and who brings the table: they decide what becomes of it. */
  readonly taken: string;
}

export type FetchedTable =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'table'; readonly bytes: AsyncIterable<Uint8Array>; readonly version: TableVersion };

/**
 * Asks for a table, under the rules of outbound calls: no private address, no redirect, no longer than its time.
 * @param known the version that was taken last, in the same way
 * @throws {Error} if it is not answered as a table, in words for the operator
 */
export async function fetchTable(
  index: PlanIndex,
  { fetches, format }: Feed,
  known: TableVersion | null,
  { taken, allowPrivateTargets }: { readonly taken: string; readonly allowPrivateTargets: boolean },
): Promise<FetchedTable> {
  if (fetches === null) throw new Error('Where the table comes from is not shown.');
  const { url, headers } = completeRequest(
    {
      method: 'GET',
      origin: fetches.origin,
      path: textOf(fetches.path),
      headers: fetches.headers.map(({ name, value }) => ({ name, value: textOf(value) })),
      body: null,
    },
    (name) => environmentConstant(index, name),
  );
  const answer = await openPinned({
    method: 'GET',
    url,
    headers: {
      accept: format.kind === 'CSV' ? 'text/csv, text/plain;q=0.9, */*;q=0.1' : 'application/json, */*;q=0.1',
      'user-agent': 'Nonet',
      ...headers,
      ...(known?.taken === taken && known.etag !== null ? { 'if-none-match': known.etag } : {}),
      ...(known?.taken === taken && known.modified !== null ? { 'if-modified-since': known.modified } : {}),
    },
    body: null,
    timeoutMilliseconds: ENGINE_LIMITS.feedSeconds * 1000,
    allowPrivateTargets,
  });
  if (answer.statusCode === 304) {
    answer.resume();
    return { kind: 'unchanged' };
  }
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new Error(`It was answered ${answer.statusCode}.`);
  }
  const version = { etag: answer.headers.etag ?? null, modified: answer.headers['last-modified'] ?? null, taken };
  return { kind: 'table', bytes: answer, version };
}

function textOf(template: Template): QueuedText {
  return template.map((part) => {
    if (typeof part === 'string') return part;
    if (part.kind !== 'constant') throw new Error('The address of a table names constants alone.');
    return { constant: part.name };
  });
}
