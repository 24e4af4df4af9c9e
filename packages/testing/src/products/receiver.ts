import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RefusedMail } from '@nonet/engine';

export interface Receiver {
  readonly url: string;
  /** Takes a mail, or refuses it, in turn: now, for good, or without an answer. */
  readonly takeMail: () => Promise<void>;
  close(): Promise<void>;
}

/** The answers to outbound calls, in turn: most are accepted, some are refused, some get an unexpected answer. */
const ANSWERS: readonly (readonly [status: number, body: string])[] = [
  [200, '{}'],
  [200, '{"reference": "R-1", "amount": 5, "done": true}'],
  [503, ''],
  [200, 'not JSON'],
  [404, '{}'],
];

/** The answers to mails, in turn: most are taken. */
const MAIL_ANSWERS: readonly (Error | null)[] = [
  null,
  null,
  new RefusedMail('Come back later.', 451),
  new RefusedMail('There is no such mailbox.', 550),
  new Error('The connection was closed.'),
];

/** Takes the outbound calls and mails of a product. */
export async function startReceiver(): Promise<Receiver> {
  let turn = 0;
  let mailTurn = 0;
  const server = createServer((request, response) => {
    request.resume();
    const [status, body] = ANSWERS[turn++ % ANSWERS.length] ?? [200, '{}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    takeMail: async () => {
      const answer = MAIL_ANSWERS[mailTurn++ % MAIL_ANSWERS.length] ?? null;
      if (answer !== null) throw answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
