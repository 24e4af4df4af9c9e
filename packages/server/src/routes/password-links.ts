import { createPasswordLinks } from '@nonet/engine';
import { message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { PasswordMail } from '../operations/password-mail.ts';
import { standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { knowBrowser } from '../session/answers.ts';

/**
 * `/api/-/password-links`: sends a link to somebody who forgot their password, if the deployment delivers mail; and
 * accepts links of any origin. The answers do not depend on who asks.
 */
export function passwordLinkRoutes(server: FastifyInstance, mail: PasswordMail | null): void {
  const config = { decidedBy: 'roles' } as const;

  server.post('/api/-/password-links', { config }, async (request, reply) => {
    const running = runningOf(request);
    const { email } = textsOf(request, ['email']);
    if (mail === null) {
      // The document's own words for “not found” do not fit here.
      throw standardRefusal(null, 'NOT_FOUND', { words: message('noMail') });
    }
    mail.forgot(request, running, email);
    return reply.code(202).send();
  });

  server.post('/api/-/password-links/use', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const { token, password } = textsOf(request, ['token', 'password']);
    const account = await createPasswordLinks(engine.pool, engine.index).use(token, password);
    if (account === null) throw standardRefusal(plan, 'NOT_FOUND', { words: message('usedLink') });
    await knowBrowser(request, reply, account.id);
    return reply.code(204).send();
  });
}
