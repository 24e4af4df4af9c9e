import { createPasswordLinks, type PasswordLink } from '@nonet/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import type { Running } from '../product.ts';
import { passwordMail, type SendMail } from './mail.ts';

/** Milliseconds before each further try to hand a mail over. */
const PAUSES = [1000, 5000];

/** Sends links for passwords, behind the request: whoever asks can't tell by the time whether anybody gets one. */
export interface PasswordMail {
  forgot(request: FastifyRequest, running: Running, email: string): void;
  invite(request: FastifyRequest, running: Running, userId: string): void;
}

/** Null where the deployment delivers no mail. */
export function createPasswordMail(server: FastifyInstance, options: ServerOptions): PasswordMail | null {
  const { sendMail } = options;
  return sendMail ? passwordMailBy(server, options, sendMail) : null;
}

function passwordMailBy(server: FastifyInstance, options: ServerOptions, sendMail: SendMail): PasswordMail {
  const underWay = new Set<Promise<void>>();
  server.addHook('preClose', async () => {
    await Promise.allSettled(underWay);
  });

  async function deliver(
    request: FastifyRequest,
    running: Running,
    why: 'forgot' | 'invited',
    find: () => Promise<PasswordLink | null>,
  ): Promise<void> {
    const origin = options.publicOrigin ?? `${request.protocol}://${request.host}`;
    try {
      const link = await find();
      if (link !== null) await tryOften(() => sendMail(passwordMail(running.plan, link, origin, why)));
    } catch (error) {
      request.log.error({ err: error }, 'a mail could not be sent');
    }
  }

  function start(work: Promise<void>): void {
    underWay.add(work);
    void work.then(() => underWay.delete(work));
  }

  return {
    forgot: (request, running, email) =>
      start(deliver(request, running, 'forgot', () => linksOf(running).forEmail(email))),
    invite: (request, running, userId) =>
      start(deliver(request, running, 'invited', () => linksOf(running).forNewUser(userId))),
  };
}

function linksOf({ engine }: Running) {
  return createPasswordLinks(engine.pool, engine.index);
}

async function tryOften(work: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch {
      // The last try tells why.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
