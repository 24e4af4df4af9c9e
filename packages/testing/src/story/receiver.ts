import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits for a request to this path, 20 seconds at most. */
  next(path: string): Promise<Received>;
  close(): Promise<void>;
}

const LONGEST_WAIT_MILLISECONDS = 20_000;

/** A foreign server: records its requests, and answers each path with a status and a body. */
export async function startReceiver(
  answers: Readonly<Record<string, { status: number; body: unknown }>>,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { path: string; resolve: (request: Received) => void }[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const one: Received = { method: request.method ?? '', path, headers: request.headers, body: JSON.parse(text) };
      received.push(one);
      for (const each of waiting.filter((candidate) => candidate.path === path)) each.resolve(one);
      const answer = answers[path] ?? { status: 404, body: {} };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: (path) => {
      const there = received.find((each) => each.path === path);
      if (there) return Promise.resolve(there);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Nothing came to ${path}.`)), LONGEST_WAIT_MILLISECONDS);
        waiting.push({
          path,
          resolve: (request) => {
            clearTimeout(timer);
            resolve(request);
          },
        });
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
