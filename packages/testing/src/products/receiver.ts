import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
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

/** Takes the outbound calls of a product. */
export async function startReceiver(): Promise<Receiver> {
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume();
    const [status, body] = ANSWERS[turn++ % ANSWERS.length] ?? [200, '{}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
