import { message } from '@nonet/language';
import type { DemoAccountView, DevEvent, SessionView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import type { Running } from '../product.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { determinesNothing, runningOf } from '../request/context.ts';
import { userView } from '../session/user-view.ts';
import { answerSignedIn, sessionOrigin } from '../session/answers.ts';

const HEARTBEAT_MILLISECONDS = 15_000;

/** The people of the document's demo records, and the stand-ins for roles that none of these holds. */
async function demoPeople({ sessions, standIns }: Running) {
  const [own, others] = [await sessions.demoAccounts(), await sessions.accountsOf(standIns)];
  return [
    ...own.map((account) => ({ account, standIn: false })),
    ...others.map((account) => ({ account, standIn: true })),
  ];
}

/** `/api/-/dev/…`: only in `dev`. The accounts are demo people, and no others. */
export function devRoutes(server: FastifyInstance, { product }: ServerOptions): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/dev/accounts', { config: { always: true } }, async (request): Promise<DemoAccountView[]> => {
    const { plan } = runningOf(request);
    // The interface looks for people by itself, so that an empty answer is no hit of a gap.
    if (determinesNothing(plan)) return [];
    const people = await demoPeople(runningOf(request));
    return people.map(({ account, standIn }) => ({
      ...userView(account),
      name: account.name ?? account.email,
      stand_in: standIn,
    }));
  });

  server.post('/api/-/dev/session', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, sessions } = runningOf(request);
    const { id } = textsOf(request, ['id']);
    const people = await demoPeople(runningOf(request));
    const account = people.find((candidate) => candidate.account.id === id)?.account;
    if (!account) throw standardRefusal(plan, 'NOT_FOUND', { words: message('noDemoAccount') });
    // Nothing is asked of a demo person, be it a password or a second factor.
    const token = await sessions.open(account.id, undefined, sessionOrigin(request), true);
    return answerSignedIn(request, reply, account, token);
  });

  server.post('/api/-/dev/offers', { config: { always: true } }, async (request, reply) => {
    const { offer } = textsOf(request, ['offer']);
    if (!(await product.choose(offer))) throw standardRefusal(runningOf(request).plan, 'NOT_FOUND');
    return reply.code(204).send();
  });

  const streams = new Set<() => void>();
  server.addHook('preClose', async () => {
    for (const end of streams) end();
  });

  server.get('/api/-/dev/events', { config: { always: true, stream: true } }, (request, reply) => {
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const send = (event: DevEvent) => stream.write(`data: ${JSON.stringify(event)}\n\n`);
    stream.write(': open\n\n');
    const failure = product.failure();
    if (failure) send(failure);
    const unsubscribe = product.subscribe(send);
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MILLISECONDS);
    const end = () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(end);
      stream.end();
    };
    streams.add(end);
    request.raw.once('close', end);
  });
}
