import { message } from '@nonet/language';
import { type Actor, networkOf, Refusal, type RunningEngine } from '@nonet/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { type Asked, Hub } from '../live/hub.ts';
import { EventOutput } from '../live/output.ts';
import { listSource, sourceAt } from '../live/source.ts';
import type { ServerOptions } from '../options.ts';
import { problemOf } from '../problem/problem.ts';
import { standardRefusal } from '../problem/standard.ts';
import { mayReadDocument, ANONYMOUS, runningOf } from '../request/context.ts';
import { findAccount } from '../request/hooks.ts';
import { messageFormatFor } from '../request/language.ts';
import { readQuery } from '../request/query.ts';

/**
 * `GET /api/{path}/events`: how a list's answer changes, as server-sent events. `GET /api/-/events`: the same of
 * several lists and dashboards over one connection, each under a name:
 * `?a=claims%3Fstatus%3Dpaid&b=-/dashboards/overview`.
 */
export function streamRoutes(server: FastifyInstance, options: ServerOptions): void {
  const streams = new Streams(server, options);
  const config = { points: ['entities'], ownQuery: true, stream: true } as const;
  const exposeHeadRoute = false;

  server.get<{ Params: { path: string } }>('/api/:path/events', { config, exposeHeadRoute }, async (request, reply) => {
    const source = listSource(request, request.params.path, request.url);
    return streams.open(request, reply, [{ name: null, source, resumed: positionOf(request)[0] ?? null }]);
  });

  server.get('/api/-/events', { config, exposeHeadRoute }, async (request, reply) => {
    const { plan } = runningOf(request);
    const lists = [...readQuery(plan, request.url)];
    if (lists.length === 0 || lists.length > LIMITS.streamLists) {
      throw standardRefusal(plan, 'INVALID', { words: message('followed', { most: LIMITS.streamLists }) });
    }
    const position = positionOf(request);
    const resumed = (place: number) => (position.length === lists.length ? (position[place] ?? null) : null);
    const asked = lists.map(([name, address], place) => ({
      name,
      source: sourceAt(request, address),
      resumed: resumed(place),
    }));
    return streams.open(request, reply, asked);
  });
}

/** The position of the reader when they were last sent something. */
function positionOf(request: FastifyRequest): string[] {
  return String(request.headers['last-event-id'] ?? '').split('.');
}

/** The streams of one server. */
class Streams {
  readonly #options: ServerOptions;
  readonly #counts = new Map<string, number>();
  #hub: { readonly hub: Hub; readonly changes: RunningEngine['changes'] } | null = null;
  #open = 0;
  #isStopping = false;

  constructor(server: FastifyInstance, options: ServerOptions) {
    this.#options = options;
    const forget = () => {
      this.#hub?.hub.end();
      this.#hub = null;
    };
    // Another document may have other lists: clients that follow the former one reconnect and ask again.
    options.product.subscribe((event) => event.kind === 'reload' && forget());
    server.addHook('preClose', async () => {
      this.#isStopping = true;
      forget();
    });
  }

  async open(request: FastifyRequest, reply: FastifyReply, asked: readonly Asked[]): Promise<FastifyReply> {
    const running = runningOf(request);
    const leave = this.#enter(request);
    const hub = this.#hubOf(request);
    let output: EventOutput | null = null;
    const listener = await hub
      .open(
        running,
        {
          actor: { userId: request.actor.userId, roles: request.actor.roles },
          renew: () => renewed(request),
          send: (events, id) => output?.send(events, id),
          end: () => output?.end(),
          problem: (refusal) => {
            const shown = mayReadDocument(request, this.#options) ? running.plan : null;
            return JSON.stringify(problemOf(refusal, shown, messageFormatFor(request)));
          },
        },
        asked,
      )
      .catch((error: unknown) => {
        leave();
        throw error;
      });
    const close = () => {
      hub.close(listener);
      leave();
    };
    const [only, ...others] = listener.subscriptions;
    if (only?.name === null && others.length === 0 && only.watch.refusal !== null) {
      close();
      throw only.watch.refusal;
    }
    if (request.raw.destroyed || this.#hub?.hub !== hub) {
      close();
      throw standardRefusal(running.plan, 'UNAVAILABLE');
    }
    output = new EventOutput(reply, close);
    hub.begin(listener);
    return reply;
  }

  /** @throws {Refusal} if there are too many; else how to leave again. */
  #enter(request: FastifyRequest): () => void {
    const { plan } = runningOf(request);
    const { userId } = request.actor;
    const key = userId === null ? `network ${networkOf(request.ip)}` : `user ${userId}`;
    const count = this.#counts.get(key) ?? 0;
    if (this.#isStopping || this.#open >= LIMITS.streams) throw standardRefusal(plan, 'UNAVAILABLE');
    if (count >= LIMITS.streamsOfOne) throw standardRefusal(plan, 'TOO_MANY_REQUESTS');
    this.#counts.set(key, count + 1);
    this.#open += 1;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#open -= 1;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    };
  }

  #hubOf(request: FastifyRequest): Hub {
    const { changes } = runningOf(request).engine;
    if (this.#hub?.changes !== changes) {
      this.#hub?.hub.end();
      const { log } = request.server;
      this.#hub = { changes, hub: new Hub(changes, (error) => log.error({ err: error }, 'fault')) };
    }
    return this.#hub.hub;
  }
}

/** The present actor of the request's cookie or token; null if it is no longer valid. */
async function renewed(request: FastifyRequest): Promise<Actor | null> {
  if (request.account === null) return ANONYMOUS;
  try {
    const account = await findAccount(request);
    return account && { userId: account.id, roles: account.roles };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
