import { type BulkRequest, type ListQuery, randomKey, type RecordView } from '@nonet/client';
import { client } from '../../data/client.ts';
import type { BulkResult } from './bulk-results.tsx';

export type Action = Pick<BulkRequest, 'action' | 'event' | 'body'>;

/** The product takes so many records at a time. */
const MOST_AT_ONCE = 100;

/** Called after each request; false: nothing further is sent. */
export type OnProgress = (done: number) => boolean;

/** In the order of the records, with as many in one request as the product accepts. */
export async function actOnAll(
  path: string,
  action: Action,
  records: readonly RecordView[],
  onProgress: OnProgress,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let place = 0; place < records.length; place += MOST_AT_ONCE) {
    const part = records.slice(place, place + MOST_AT_ONCE);
    // The rows follow other people's changes, so the user acts on what they see.
    const isTagged = action.action === 'delete' || action.action === 'update';
    const items = part.map(({ id }) => ({ id, ...(isTagged ? { if_match: '*' } : {}) }));
    const answers = await client.bulk(path, { ...action, items }, randomKey());
    for (const [at, record] of part.entries()) {
      const answer = answers[at];
      results.push({ record, problem: answer && 'problem' in answer ? answer.problem : null });
    }
    if (!onProgress(results.length)) break;
  }
  return results;
}

/** All records of a list, before any of them is changed: a change may move others to another page. */
export async function wholeList(path: string, query: ListQuery, most: number): Promise<RecordView[]> {
  const records: RecordView[] = [];
  const { cursor: _cursor, can: _can, count: _count, expand: _expand, ...selecting } = query;
  for (let cursor: string | undefined; ; ) {
    const page = await client.list(path, { ...selecting, fields: ['id'], limit: most, cursor });
    records.push(...page.items);
    if (page.next === null) return records;
    cursor = page.next;
  }
}
