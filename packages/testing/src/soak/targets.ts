import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Another server that the product calls: it keeps each order's states, with the key of each call. */
export interface Targets {
  readonly url: string;
  /** By code and status: the idempotency keys with which it came; one key, for any number of attempts. */
  readonly received: ReadonlyMap<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

export async function startTargets(): Promise<Targets> {
  const received = new Map<string, Set<string>>();
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const { code, status } = JSON.parse(body) as { code: string; status: string };
      const name = `${code} ${status}`;
      received.set(name, (received.get(name) ?? new Set()).add(String(request.headers['idempotency-key'])));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
