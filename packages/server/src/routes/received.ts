import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { IncomingMail, ReceivedOutcome, ReceivedState } from '@nonet/engine';
import { isObject, message, type Plan } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import { readBytes, textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { acceptForms, sendDevPage } from './dev-page.ts';
import { isFromProvider } from '../received/delivered-by.ts';
import { parseMail, UnreadableMail } from '../received/parse-mail.ts';
import { withoutQuoted } from '../received/quoted.ts';
import { receivedPage, RECEIVED_PAGE } from '../received/received-page.ts';

/** The answer to whoever delivers a mail: what became of it, and nothing of why. */
interface Delivered {
  readonly id: string;
  readonly state: ReceivedState;
}

/**
 * `POST /api/-/received`: a mail as it came, from the deployment's mail provider (7, `### Received`). It is answered as
 * delivered whatever becomes of it, so that nobody learns anything from it; 5xx if it has to be delivered again.
 */
export async function receivedRoutes(server: FastifyInstance, { receivedMail = null }: ServerOptions): Promise<void> {
  if (receivedMail === null) return;
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      ['message/rfc822', 'application/octet-stream', 'text/plain'],
      async (request: FastifyRequest, payload: Readable) => {
        const plan = request.running?.plan ?? null;
        const tooLarge = () =>
          standardRefusal(plan, 'TOO_LARGE', { words: message('bodySize', { most: LIMITS.mailBytes }) });
        return readBytes(request, payload, LIMITS.mailBytes, tooLarge);
      },
    );
    scope.post<{ Querystring: { to?: string } }>(
      '/api/-/received',
      { config: { always: true, ownQuery: true } },
      async (request): Promise<Delivered> => {
        const { plan, engine } = runningOf(request);
        const { body, query } = request;
        if (!Buffer.isBuffer(body)) throw standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE');
        if (!isFromProvider(request.headers, body, receivedMail.secret, Date.now()))
          throw standardRefusal(plan, 'UNAUTHENTICATED');
        const to = typeof query.to === 'string' ? query.to.split(',').map((address) => address.trim()) : [];
        const mail = await readMail(plan, body, { to, verifiedBy: receivedMail.verifiedBy });
        const { id, state } = await engine.receiveMail(mail);
        return { id, state };
      },
    );
  });
}

async function readMail(plan: Plan, raw: Buffer, delivery: Parameters<typeof parseMail>[1]): Promise<IncomingMail> {
  try {
    return await parseMail(raw, delivery);
  } catch (error) {
    if (error instanceof UnreadableMail) throw standardRefusal(plan, 'INVALID', { words: message('unreadableMail') });
    throw error;
  }
}

const MOST_MAILS = 50;

/** Only in `dev`: a mail as if it had come, from whom it says; and `/-/received`, the page that sends one. */
export async function receivedDevRoutes(server: FastifyInstance): Promise<void> {
  const config = { always: true } as const;

  server.post('/api/-/dev/received', { config }, async (request): Promise<ReceivedOutcome> => {
    const { engine } = runningOf(request);
    return engine.receiveMail(testMail(textsOf(request, [...MAIL_KEYS, 'date', 'message_id', 'in_reply_to'])));
  });

  await server.register(async (scope) => {
    acceptForms(scope);

    scope.get(RECEIVED_PAGE, { config }, async (request, reply) => sendDevPage(reply, await pageOf(request)));

    scope.post(RECEIVED_PAGE, { config }, async (request, reply) => {
      const { plan, engine } = runningOf(request);
      const { body } = request;
      if (isObject(body) && typeof body['again'] === 'string') {
        if ((await engine.retryMail(body['again'])) === null) throw standardRefusal(plan, 'NOT_FOUND');
      } else {
        const mail = textsOf(request, MAIL_KEYS);
        const date = new Date().toISOString();
        const text = mail.text.replaceAll('\r\n', '\n');
        await engine.receiveMail(
          testMail({ ...mail, text, date, message_id: `<${randomUUID()}@test>`, in_reply_to: '' }),
        );
      }
      return reply.redirect(RECEIVED_PAGE, 303);
    });
  });
}

async function pageOf(request: FastifyRequest): Promise<string> {
  const { plan, engine, sessions } = runningOf(request);
  const lists = await Promise.all(
    (['taken', 'refused', 'ignored'] as const).map((state) => engine.listReceived(state, MOST_MAILS)),
  );
  const mails = lists.flat().toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const people = await sessions.demoAccounts();
  const addresses = plan.received.map(({ name, address }) => ({
    name,
    address: addressOf(plan, address, engine.index.environment),
  }));
  return receivedPage(plan, { mails, addresses, people: people.map(({ email }) => email) });
}

function addressOf(
  plan: Plan,
  address: Plan['received'][number]['address'],
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (address === null) return '';
  if (address.kind === 'literal') return address.value;
  const value = plan.constants.find(({ name }) => name === address.value)?.value;
  if (value?.kind === 'literal') return String(value.value);
  return value !== undefined && 'name' in value ? (environment[value.name] ?? '') : '';
}

const MAIL_KEYS = ['to', 'from', 'subject', 'text'] as const;

type TestMail = Readonly<Record<(typeof MAIL_KEYS)[number] | 'date' | 'message_id' | 'in_reply_to', string>>;

/** Whoever writes the document is believed to be the sender that they name. */
function testMail({ to, from, subject, text, date, message_id, in_reply_to }: TestMail): IncomingMail {
  return {
    messageId: message_id,
    to: [to],
    from,
    isVerified: true,
    name: null,
    subject,
    text,
    ownText: withoutQuoted(text),
    date,
    isAutomatic: false,
    answers: in_reply_to === '' ? [] : [in_reply_to],
    files: [],
  };
}
