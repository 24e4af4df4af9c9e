import type { PageView } from '@nonet/client';
import { pageDifference } from './answers.ts';
import type { Bindings } from './bindings.ts';
import type { PagesStep } from './case.ts';
import { because, type FailureReason, kept } from './failure-reason.ts';
import type { Result } from './result.ts';
import type { Sender } from './http-client.ts';
import { stepDifference } from './verdict.ts';

/** Reads a list by its cursors to the end: what it holds, how much of it a page has, and where else a cursor counts. */
export async function readPages(sender: Sender, bindings: Bindings, step: PagesStep): Promise<Result> {
  sender.setTime(step.at);
  const items: PageView['items'][number][] = [];
  const { answer, limit, clauses } = step;
  let path = `${bindings.resolve(step.path)}&limit=${limit}`;
  for (let page = 1; ; page += 1) {
    const { status, text, next, exchange } = await readPage(sender, step, path);
    const wrong = (reason: FailureReason): Result => ({
      passed: false,
      clauses,
      reason: because`page ${page}: ${reason}`,
      ...exchange,
    });
    if (status !== 200) return wrong(because`the answer is ${kept(status)}, not 200`);
    const view = JSON.parse(text) as PageView;
    items.push(...view.items);
    const isLast = items.length >= answer.ids.length;
    if (view.items.length !== limit && !(isLast && view.items.length < limit))
      return wrong(because`there are ${view.items.length} records, not ${limit}`);
    if ((next === null) !== isLast)
      return wrong(
        next === null ? because`the page has no link to the rest` : because`the last page links to another one`,
      );
    if (next === null) {
      const reason = pageDifference(bindings, answer, { ...view, items });
      return reason === null ? { passed: true } : wrong(reason);
    }
    const other = await readPage(sender, step, `${bindings.resolve(step.elsewhere)}&limit=${limit}&cursor=${next}`);
    const reason = stepDifference(bindings, step.refused, other.status, other.text);
    if (reason !== null)
      return { passed: false, clauses, reason: because`a cursor of another list: ${reason}`, ...other.exchange };
    path = `${bindings.resolve(step.path)}&limit=${limit}&cursor=${next}`;
    if (step.other === undefined || page > 1) continue;
    const theirs = await readPage(sender, { as: step.other }, path);
    const taken = stepDifference(bindings, step.refused, theirs.status, theirs.text);
    if (taken !== null)
      return { passed: false, clauses, reason: because`a cursor of another reader: ${taken}`, ...theirs.exchange };
  }
}

async function readPage(sender: Sender, { as }: Pick<PagesStep, 'as'>, path: string) {
  const response = await sender.send(path, as, { method: 'GET', headers: { accept: 'application/json' } });
  const { status } = response;
  const text = await response.text();
  const { next = null } = status === 200 ? (JSON.parse(text) as PageView) : {};
  const exchange = { request: { method: 'GET', path, as, body: null }, answer: { status, body: text } };
  return { status, text, exchange, next: next === null ? null : encodeURIComponent(next) };
}
