import type { Bindings } from './bindings.ts';
import type { OpenStep } from './case.ts';
import { because } from './failure-reason.ts';
import type { Host } from './host.ts';
import { openedDifference } from './opened.ts';
import { type Timeouts, within } from './timeouts.ts';
import type { Result } from './result.ts';
import type { Sender } from './http-client.ts';

/** Opens an address in the browser, and compares what the page shows. @param isStated Whether the document states a clause. */
export async function openScreen(
  sender: Sender,
  bindings: Bindings,
  { browser, url }: Host,
  timeouts: Timeouts,
  step: OpenStep,
  isStated: (clause: string) => boolean,
): Promise<Result> {
  if (browser === null) return { passed: true };
  sender.setTime(step.at);
  sender.sent += 1;
  const path = bindings.resolve(step.route);
  const cookie = step.as === null ? null : await sender.cookieOf(step.as);
  const records = step.records.map((record) => ({ ...record, id: bindings.resolve(record.id) }));
  const ids = records.map(({ id }) => id);
  const as = step.parts === null ? null : { screen: step.screen, role: step.role };
  const requests = step.probes?.map(({ request }) => request) ?? [];
  const opening = browser.open(cookie, `${url}${path}`, ids, as, requests);
  const opened = await within(timeouts.rest, because`${path} does not open`, opening);
  const found = openedDifference({ ...step, records }, opened);
  if (found === null) return { passed: true };
  const request = { method: 'GET', path, as: step.as, body: null };
  const body = [...opened.clauses, ...opened.complaints].join(', ');
  const clauses = isStated(found.clause) ? [found.clause] : step.clauses;
  const expected = step.parts === null ? 'the screen does not open' : [step.screen, ...step.parts.shown].join(', ');
  return { passed: false, clauses, reason: found.reason, request, answer: { status: null, body }, expected };
}
