import { createPasswordLinks, type PasswordLink } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import type { Running } from '../product.ts';
import { attemptsMail, type Mail, passwordMail, type SendMail } from './mail.ts';
import { PASSWORD_PAGE } from './password-page.ts';
import { statedLetter } from './stated-letters.ts';

/** Milliseconds before each further try to hand a mail over. */
const PAUSES = [1000, 5000];

/**
 * Sends links for passwords after the request is answered, so that the response time does not show whether anybody gets
 * one.
 */
export interface PasswordMail {
  forgot(request: FastifyRequest, running: Running, email: string): void;
  invite(request: FastifyRequest, running: Running, userId: string): void;
  /** Notifies a user whose password was tried too often, at most once a day. */
  attempts(request: FastifyRequest, running: Running, userId: string): void;
}

/** Null if the deployment delivers no mail. */
export function createPasswordMail(server: FastifyInstance, options: ServerOptions): PasswordMail | null {
  const { sendMail } = options;
  return sendMail ? passwordMailBy(server, options, sendMail) : null;
}

function passwordMailBy(server: FastifyInstance, options: ServerOptions, sendMail: SendMail): PasswordMail {
  const underWay = new Set<Promise<void>>();
  server.addHook('preClose', async () => {
    await Promise.allSettled(underWay);
  });

  async function deliver(request: FastifyRequest, compose: (origin: string) => Promise<Mail | null>): Promise<void> {
    const origin = options.publicOrigin ?? `${request.protocol}://${request.host}`;
    try {
      const mail = await compose(origin);
      if (mail !== null) await tryOften(() => sendMail(mail));
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
      start(deliver(request, (origin) => linkMail(running, origin, 'forgot', linksOf(running).forEmail(email)))),
    invite: (request, running, userId) =>
      start(deliver(request, (origin) => linkMail(running, origin, 'invited', linksOf(running).forNewUser(userId)))),
    attempts: (request, running, userId) =>
      start(
        deliver(request, async (origin) => {
          const account = await running.sessions.takeWarning(userId);
          return account && attemptsMail(running.plan, account, origin);
        }),
      ),
  };
}

async function linkMail(
  { plan }: Running,
  origin: string,
  why: 'forgot' | 'invited',
  found: Promise<PasswordLink | null>,
): Promise<Mail | null> {
  const link = await found;
  return link && linkLetter(plan, link, origin, why);
}

/** The mail with a link, in the words of the document (7, `### Account mails`), else in the product's own. */
export function linkLetter(plan: Plan, link: PasswordLink, origin: string, why: 'forgot' | 'invited'): Mail {
  const page = `${PASSWORD_PAGE}#${link.token}`;
  return statedLetter(plan, link, { page, origin, why }) ?? passwordMail(plan, link, origin, why);
}

function linksOf({ engine }: Running) {
  return createPasswordLinks(engine.pool, engine.index);
}

async function tryOften(work: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch {
      // The last try says why.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
