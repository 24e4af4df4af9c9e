import type { InboxView, NoticePart } from '@nonet/client';
import type { Bindings } from './bindings.ts';
import type { Answer } from './case.ts';
import { openEnds } from './calls.ts';
import { valueDifference } from './compare.ts';
import { because, type FailureReason } from './failure-reason.ts';

/**
 * The first notice that an inbox lacks or still has, in words, by the text of its answer; null if it is as expected, with
 * each notice as often.
 */
export function inboxDifference(
  bindings: Bindings,
  { notices, named = [], since }: Extract<Answer, { kind: 'inbox' }>,
  text: string,
): FailureReason | null {
  const { items }: InboxView = JSON.parse(text);
  const old = items.find(({ at }) => since !== undefined && Date.parse(at) < Date.parse(since));
  if (old !== undefined) return because`the notice ${old.notice} of ${old.at} is still in the inbox`;
  const absent = named.find((name) => items.every(({ notice }) => notice !== name));
  if (absent !== undefined) return because`the notice ${absent} is not in the inbox any more`;
  const left = items.map(({ notice, subject, body, link }) => ({ notice, subject, text: textOf(body), link }));
  for (const { recipient: _recipient, ...wanted } of notices) {
    const known = openEnds(bindings.resolveAll(wanted));
    const alike = left.filter(({ notice }) => notice === wanted.notice);
    const found = alike.find((item) => valueDifference(bindings.fork(), known, item) === null) ?? alike[0];
    if (found === undefined) return because`the notice ${wanted.notice} is not in the inbox`;
    left.splice(left.indexOf(found), 1);
    const reason = valueDifference(bindings, known, found);
    if (reason !== null) return because`in the notice ${wanted.notice}: ${reason}`;
  }
  return null;
}

function textOf(body: readonly NoticePart[]): string {
  return body
    .map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : (part.link ?? '')))
    .join('');
}
