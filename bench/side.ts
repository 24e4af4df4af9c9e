import autocannon from 'autocannon';
import type { Request } from './operations.ts';

/** One of the two servers, and the headers of every request to it. */
export interface Side {
  readonly origin: string;
  readonly headers: Record<string, string>;
}

const CONNECTIONS = 32;

export async function send(side: Side, request: Request): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${side.origin}${request.path}`, {
    method: request.method,
    headers: headersOf(side, request),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return { status: response.status, body: await response.json() };
}

/**
 * Requests a second over some seconds, or over `most` requests, each a different one; every answer must have `status`.
 */
export async function measure(
  side: Side,
  next: () => Request,
  status: number,
  seconds: number,
  most?: number,
): Promise<number> {
  const wrong = new Map<number, number>();
  // With a number of requests, autocannon ends at its next tick, up to a second later.
  const startedAt = performance.now();
  let answeredAt = startedAt;
  const result = await autocannon({
    url: side.origin,
    connections: CONNECTIONS,
    ...(most === undefined ? { duration: seconds } : { amount: most }),
    setupClient: (client) => {
      client.on('response', (code) => {
        answeredAt = performance.now();
        if (code !== status) wrong.set(code, (wrong.get(code) ?? 0) + 1);
      });
    },
    requests: [
      {
        setupRequest: (given) => {
          const request = next();
          return {
            ...given,
            method: request.method,
            path: request.path,
            headers: headersOf(side, request),
            ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
          };
        },
      },
    ],
  });
  if (wrong.size > 0 || result.errors > 0)
    throw new Error(`Wrong answers: ${JSON.stringify([...wrong])}, ${result.errors} errors.`);
  return result.requests.total / ((answeredAt - startedAt) / 1000);
}

function headersOf(side: Side, request: Request): Record<string, string> {
  const json = request.body === undefined ? {} : { 'content-type': 'application/json' };
  return { ...side.headers, ...json, ...request.headers };
}
