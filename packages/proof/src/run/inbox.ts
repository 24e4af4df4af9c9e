import type { InboxView, NoticePart } from '@nonet/client';
import type { ExpectedNotice } from '../reference/expected-call.ts';
import type { Bindings } from './bindings.ts';
import { openEnds } from './calls.ts';
import { valueDifference } from './compare.ts';
import { because, type FailureReason } from './failure-reason.ts';

/** The first notice that an inbox lacks, in words, by the text of its answer; null if all are there, each as often as it is expected. */
export function inboxDifference(
  bindings: Bindings,
  expected: readonly ExpectedNotice[],
  text: string,
): FailureReason | null {
  const { items }: InboxView = JSON.parse(text);
  const left = items.map(({ notice, subject, body, link }) => ({ notice, subject, text: textOf(body), link }));
  for (const { recipient: _recipient, ...wanted } of expected) {
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
