import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ListedMail } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import { disposition, PDF } from '../files/disposition.ts';
import { mailList } from '../mails/mail-list.ts';
import { renderMail } from '../mails/render-mail.ts';
import { useTypesetter } from '../papers/paper-maker.ts';
import { paperToSet } from '../papers/set-paper.ts';
import { canTypeset } from '../papers/typesetter.ts';
import { standardRefusal } from '../problem/standard.ts';
import type { Running } from '../product.ts';
import { runningOf } from '../request/context.ts';
import { PDF_POLICY } from './files.ts';

/** The page with the mails that would have been sent. */
export const MAILS_PAGE = '/-/mails';

const MOST_MAILS = 100;

/** Nothing of a mail loads or runs, and only the page with the mails shows it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** `/-/mails`: only in `dev`. What would have been sent, as it looks. */
export function mailRoutes(server: FastifyInstance): void {
  const config = { always: true } as const;
  const send = (reply: FastifyReply, type: 'html' | 'plain', page: string) =>
    reply
      .headers({
        'content-type': `text/${type}; charset=utf-8`,
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
      })
      .send(page);

  const { typesetter, release } = useTypesetter();
  server.addHook('onClose', release);
  const sendFile = async (reply: FastifyReply, engine: Running['engine'], plan: Plan, id: string, place: number) => {
    const file = await engine.mailFile(id, place, async (paper) => {
      if (!canTypeset()) throw standardRefusal(plan, 'UNAVAILABLE', { words: message('noPapers') });
      const toSet = paperToSet(plan, paper);
      return typesetter.set(toSet.paper, toSet.picture);
    });
    if (file === null) throw standardRefusal(plan, 'NOT_FOUND');
    return reply
      .headers({
        'content-type': file.type,
        'content-disposition': disposition(file.name, file.type),
        'content-security-policy': file.type === PDF ? PDF_POLICY : `sandbox; ${POLICY}`,
        'cache-control': 'no-store',
      })
      .send(Buffer.from(file.content));
  };

  server.get(MAILS_PAGE, { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    return send(reply, 'html', mailList(plan, await engine.listMails(MOST_MAILS), MAILS_PAGE));
  });

  server.get<{ Params: { id: string } }>(`${MAILS_PAGE}/:id`, { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const [id = '', form = 'html'] = request.params.id.split('.');
    const mails: readonly ListedMail[] = await engine.listMails(MOST_MAILS);
    const mail = mails.find((each) => each.id === id);
    if (mail === undefined) throw standardRefusal(plan, 'NOT_FOUND');
    if (/^\d+$/.test(form)) return sendFile(reply, engine, plan, id, Number(form));
    const rendered = renderMail(plan, mail, `${request.protocol}://${request.host}`);
    return form === 'txt' ? send(reply, 'plain', rendered.text) : send(reply, 'html', rendered.html ?? '');
  });
}
