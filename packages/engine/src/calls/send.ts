import http from 'node:http';
import https from 'node:https';
import { ENGINE_LIMITS } from '../limits.ts';
import { pinAddress } from './address.ts';
import type { BuiltRequest } from './request.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface SendOptions {
  readonly idempotencyKey: string;
  readonly timeoutMilliseconds: number;
  readonly allowPrivateTargets: boolean;
}

/** Makes one request: to the pinned address alone, following no redirect, within the time, its answer within 1 MiB. */
export async function send(request: BuiltRequest, options: SendOptions): Promise<Answer> {
  const { url } = request;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol} can't be called.`);
  if (url.username !== '' || url.password !== '')
    throw new Error('An address to call must not carry a user or password.');
  const signal = AbortSignal.timeout(options.timeoutMilliseconds);
  const pinned = await abortable(pinAddress(url.hostname, options.allowPrivateTargets), signal);
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'Nonet',
    ...(request.body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(request.body)) }),
    ...request.headers,
    'idempotency-key': options.idempotencyKey,
  };
  const client = url.protocol === 'https:' ? https : http;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const outgoing = client.request(
        url,
        {
          method: request.method,
          headers,
          signal,
          agent: false,
          lookup: (_host, lookupOptions, callback) => {
            if (lookupOptions.all) callback(null, [pinned]);
            else callback(null, pinned.address, pinned.family);
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          let size = 0;
          incoming.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > ENGINE_LIMITS.outboundAnswerBytes)
              outgoing.destroy(new Error('The answer is longer than 1 MiB.'));
            else chunks.push(chunk);
          });
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
          );
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(request.body ?? undefined);
    });
  } catch (error) {
    if (signal.aborted) throw new Error(`No answer within ${options.timeoutMilliseconds / 1000} s.`, { cause: error });
    throw error;
  }
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
