import type { BulkAction, BulkItem, BulkResult, FieldError } from '@nonet/engine';
import { type Message, message } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import type { ServerOptions } from '../options.ts';
import { logFault, refusalOf } from '../problem/answer.ts';
import { problemOf } from '../problem/problem.ts';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { mayReadDocument, runningOf } from '../request/context.ts';
import { recordTag, withoutAnswers } from '../request/entity-tag.ts';
import { openPoint } from '../request/hooks.ts';
import { messageFormatFor } from '../request/language.ts';
import { writeOptions } from '../request/preconditions.ts';
import { answerJson } from './answer-json.ts';
import { entityAt } from './collection.ts';

/**
 * `POST /api/{path}/bulk`: an event, a deletion or a restoration of several records, one after the other; each is a
 * separate write with its own result.
 */
export function bulkRoute(server: FastifyInstance, options: ServerOptions): void {
  const config = { points: ['entities'], ownQuery: true, verifiedByEngine: true } as const;
  server.post<{ Params: { path: string } }>('/api/:path/bulk', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const { idempotencyKey = null, confirm = [] } = writeOptions(plan, request);
    const { action, items, sent } = readBulk(request);
    if (action.kind === 'event' && plan.openPoints.includes('states'))
      throw openPoint(request, { plan, engine }, 'states');
    const results = await engine.bulk(request.actor, entity.name, action, items, { idempotencyKey, confirm });
    const texts = results.map((each, place) => resultText(request, options, sent[place] ?? each.id, each));
    return answerJson(reply, `{"results":[${texts.join(',')}]}`);
  });
}

/** One result in the form of the client's `BulkResultView`, with the id that was sent for it. */
function resultText(
  request: FastifyRequest,
  options: ServerOptions,
  sent: string | number,
  result: BulkResult,
): string {
  const id = JSON.stringify(sent);
  if ('error' in result) {
    const refusal = refusalOf(result.error, request);
    logFault(result.error, refusal, request);
    const shown = mayReadDocument(request, options) ? runningOf(request).plan : null;
    return `{"id":${id},"status":${refusal.status},"problem":${JSON.stringify(problemOf(refusal, shown, messageFormatFor(request)))}}`;
  }
  const { answer } = result;
  if (answer === null) return `{"id":${id},"status":204}`;
  return `{"id":${id},"status":200,"etag":${JSON.stringify(recordTag(answer))},"record":${answer.json}}`;
}

interface Bulk {
  readonly action: BulkAction;
  readonly items: readonly BulkItem[];
  /** The ids of the items as they were sent. */
  readonly sent: readonly (string | number)[];
}

/** @throws {Refusal} INVALID, naming every key that is wrong */
function readBulk(request: FastifyRequest): Bulk {
  const { plan } = runningOf(request);
  const errors: FieldError[] = [];
  const wrong = (field: string, words: Message) => {
    errors.push(invalidKey(field, words));
    return null;
  };
  const body = isObject(request.body) ? request.body : {};
  const { action: kind, event, body: given = {}, items } = body;
  for (const key of Object.keys(body))
    if (
      !['action', 'items', ...(kind === 'event' ? ['event', 'body'] : kind === 'update' ? ['body'] : [])].includes(key)
    )
      wrong(key, message('unknownKey', { key }));
  const action = readAction();
  const read = Array.isArray(items) ? items : [];
  if (read.length < 1 || read.length > LIMITS.bulkItems)
    wrong('items', message('bulkItems', { most: LIMITS.bulkItems }));
  const known = read.slice(0, LIMITS.bulkItems).flatMap((item, place) => readItem(item, place) ?? []);
  if (action === null || errors.length > 0) throw standardRefusal(plan, 'INVALID', { errors });
  return { action, items: known.map(({ item }) => item), sent: known.map(({ sent }) => sent) };

  function readAction(): BulkAction | null {
    if (kind === 'delete' || kind === 'restore') return { kind };
    if (kind === 'update') return { kind, body: given };
    if (kind !== 'event') return wrong('action', message('bulkAction'));
    if (typeof event !== 'string') return wrong('event', message('bulkEvent'));
    return { kind, event, body: given };
  }

  function readItem(item: unknown, place: number): { item: BulkItem; sent: string | number } | null {
    const { id, if_match: ifMatch = null, ...others } = isObject(item) ? item : {};
    for (const key of Object.keys(others)) wrong(`items.${place}.${key}`, message('unknownKey', { key }));
    if (typeof id !== 'string' && typeof id !== 'number') return wrong(`items.${place}.id`, message('bulkId'));
    if (ifMatch !== null && typeof ifMatch !== 'string') return wrong(`items.${place}.if_match`, message('bulkTag'));
    return { item: { id: String(id), ifMatch: ifMatch === null ? null : withoutAnswers(ifMatch) }, sent: id };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
