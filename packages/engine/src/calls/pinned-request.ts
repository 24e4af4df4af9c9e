import http from 'node:http';
import https from 'node:https';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { pinAddress } from './address.ts';

export interface PinnedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMilliseconds: number;
  /** Lets it go to loopback and private addresses. */
  readonly allowPrivateTargets: boolean;
}

export interface PinnedAnswer {
  readonly status: number;
  /** The headers by name, each with all its values. */
  readonly headersDistinct: NodeJS.Dict<string[]>;
  readonly text: string;
}

/**
 * The one way out of the product: a request to the address that the host was resolved to and checked, following no
 * redirect, within its time, its answer within 1 MiB.
 */
export async function requestPinned(request: PinnedRequest): Promise<PinnedAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMilliseconds);
  return within(request, signal, async () => {
    const incoming = await open(request, signal);
    const answer: AsyncIterable<Buffer> = incoming;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer) {
      size += chunk.length;
      if (size > ENGINE_LIMITS.outboundAnswerBytes) throw new Error('The answer is longer than 1 MiB.');
      chunks.push(chunk);
    }
    return {
      status: incoming.statusCode ?? 0,
      headersDistinct: incoming.headersDistinct,
      text: Buffer.concat(chunks).toString('utf8'),
    };
  });
}

/** The same for an answer of any length, which is read as it comes. It ends with an error after its time. */
export async function openPinned(request: PinnedRequest): Promise<http.IncomingMessage> {
  const signal = AbortSignal.timeout(request.timeoutMilliseconds);
  return within(request, signal, () => open(request, signal));
}

async function within<T>(
  { timeoutMilliseconds }: PinnedRequest,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new Error(`No answer within ${timeoutMilliseconds / 1000} s.`, { cause: error });
    throw error;
  }
}

async function open(request: PinnedRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { url, body } = request;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol} can't be called.`);
  if (url.username !== '' || url.password !== '')
    throw new Error('An address to call must not carry a user or password.');
  const client = url.protocol === 'https:' ? https : http;
  const pinned = await abortable(pinAddress(url.hostname, request.allowPrivateTargets), signal);
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const outgoing = client.request(
      url,
      {
        method: request.method,
        headers: {
          ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, headerOctets(value)])),
        },
        signal,
        agent: false,
        lookup: (_host, lookupOptions, callback) => {
          if (lookupOptions.all) callback(null, [pinned]);
          else callback(null, pinned.address, pinned.family);
        },
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** UTF-8 octets (RFC 9110, 5.5: `obs-text`), each as the character by which Node writes it. */
function headerOctets(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}
