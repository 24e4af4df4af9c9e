import { Readable } from 'node:stream';
import { type FeedRunState, type TriedTable, UnreadableTable } from '@nonet/engine';
import { message } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FEEDS_PAGE, feedsPage } from '../feeds/feeds-page.ts';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import { isFromProvider } from '../received/delivered-by.ts';
import { readBytes, textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { acceptForms, sendDevPage } from './dev-page.ts';

/** The answer to whoever sends a table: its run, and nothing of what becomes of its rows. */
interface Sent {
  readonly id: string;
  readonly state: FeedRunState;
}

/**
 * `POST /api/-/feeds/{feed}`: a table from whoever has the feed's secret (7, `### Feeds`). It is answered as soon as it is kept;
 * its rows are judged afterwards.
 */
export async function feedRoutes(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is read as it comes, by whom the sender is known to be.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.post<{ Params: { feed: string } }>(
      '/api/-/feeds/:feed',
      { config: { always: true } },
      async (request, reply): Promise<Sent> => {
        const { plan, engine } = runningOf(request);
        const { feed: name } = request.params;
        const feed = plan.feeds.find((each) => each.name === name && each.receivedWith !== null);
        if (feed === undefined) throw standardRefusal(plan, 'NOT_FOUND');
        if (!(request.body instanceof Readable)) throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE');
        const bytes = await bytesOf(request, request.body, engine.feeds.secretOf(name));
        const { 'webhook-id': signed, 'idempotency-key': keyed } = request.headers;
        const delivery = [signed, keyed].find((each) => typeof each === 'string');
        try {
          const { id, state } = await engine.feeds.receive(name, bytes, typeof delivery === 'string' ? delivery : null);
          void reply.code(202);
          return { id, state };
        } catch (error) {
          throw unreadable(request, error);
        }
      },
    );
  });
}

/** The bytes of a table as they come; where they are signed, once all are there. @throws {Refusal} unless the sender has the secret */
async function bytesOf(
  request: FastifyRequest,
  payload: Readable,
  secret: string | null,
): Promise<AsyncIterable<Uint8Array>> {
  const { plan } = runningOf(request);
  const { headers } = request;
  if (secret === null) throw standardRefusal(plan, 'UNAUTHENTICATED');
  if (headers.authorization !== undefined) {
    if (isFromProvider(headers, Buffer.alloc(0), secret, Date.now())) return payload;
    throw standardRefusal(plan, 'UNAUTHENTICATED');
  }
  if (headers['webhook-signature'] === undefined) throw standardRefusal(plan, 'UNAUTHENTICATED');
  const tooLarge = () =>
    standardRefusal(plan, 'TOO_LARGE', { words: message('bodySize', { most: LIMITS.signedTableBytes }) });
  const body = await readBytes(request, payload, LIMITS.signedTableBytes, tooLarge);
  if (!isFromProvider(headers, body, secret, Date.now())) throw standardRefusal(plan, 'UNAUTHENTICATED');
  return Readable.from([body]);
}

function unreadable(request: FastifyRequest, error: unknown): unknown {
  if (!(error instanceof UnreadableTable)) return error;
  return standardRefusal(runningOf(request).plan, 'INVALID', { words: error.message });
}

const MOST_RUNS = 30;

/** Only in `dev`: a table as if it had come, brought by whom it says; and `/-/feeds`, the page that takes one. */
export async function feedDevRoutes(server: FastifyInstance): Promise<void> {
  const config = { always: true } as const;

  const take = async (request: FastifyRequest): Promise<TriedTable> => {
    const { feed, by, table, first } = textsOf(request, ['feed', 'by', 'table', 'first']);
    try {
      const bytes = Readable.from([Buffer.from(table, 'utf8')]);
      return await runningOf(request).engine.feeds.tryTable(feed, bytes, {
        by: by === '' ? null : by,
        isFirst: first === 'yes',
      });
    } catch (error) {
      throw unreadable(request, error);
    }
  };

  server.post('/api/-/dev/feeds', { config }, take);

  await server.register(async (scope) => {
    acceptForms(scope);

    scope.get(FEEDS_PAGE, { config }, async (request, reply) => sendDevPage(reply, await pageOf(request)));

    scope.post(FEEDS_PAGE, { config }, async (request, reply) => {
      await take(request);
      return reply.redirect(FEEDS_PAGE, 303);
    });
  });
}

async function pageOf(request: FastifyRequest): Promise<string> {
  const { plan, engine, sessions } = runningOf(request);
  const found = await engine.feeds.runs(null, MOST_RUNS);
  const runs = await Promise.all(
    found.map(async (run) => ({ ...run, refusals: run.refused === 0 ? [] : await engine.feeds.refusals(run.id) })),
  );
  const people = await sessions.demoAccounts();
  return feedsPage(plan, { runs, people: people.map(({ email }) => email) });
}
