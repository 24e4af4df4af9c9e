import { message, isObject } from '@nonet/language';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { readJson } from './json.ts';
import { verifySignature } from '../exact-calls/signed.ts';

const STANDARD_MAXIMUM = 1024 * 1024;

/** Bodies are JSON, of MAX_BODY (9) at most; everything else is answered by 415. */
export function addJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const plan = request.running?.plan ?? null;
    const maximum = plan?.settings.maximumBodyBytes ?? STANDARD_MAXIMUM;
    const tooLarge = () => standardRefusal(plan, 'TOO_LARGE', { words: message('bodySize', { most: maximum }) });
    const bytes = await readBytes(request, payload, maximum, tooLarge);
    verifySignature(request, bytes);
    // Clients of exact calls name the type of a body that they don't send.
    if (bytes.length === 0 && request.answered !== null) return undefined;
    return readJson(bytes);
  });
}

/** A whole body of `maximum` bytes at most; no more of a larger one is read. */
export async function readBytes(
  request: FastifyRequest,
  payload: Readable,
  maximum: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maximum) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Events are cheaper: `for await` over a stream of one chunk costs more than the rest of reading it.
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maximum) return;
      reject(tooLarge());
      payload.destroy();
    });
    payload.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    payload.once('error', reject);
  });
}

/** An object of exactly these texts. @throws {Refusal} INVALID, naming every key that is wrong. */
export function textsOf<Key extends string>(request: FastifyRequest, keys: readonly Key[]): Record<Key, string> {
  const plan = request.running?.plan ?? null;
  const { body } = request;
  if (!isObject(body) || Array.isArray(body)) throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
  const given = body;
  const wrong = [
    ...keys.filter((key) => typeof given[key] !== 'string').map((key) => invalidKey(key, message('textKey', { key }))),
    ...Object.keys(given)
      .filter((key) => !keys.some((known) => known === key))
      .map((key) => invalidKey(key, message('unknownKey', { key }))),
  ];
  if (wrong.length > 0) throw standardRefusal(plan, 'INVALID', { errors: wrong });
  return given as Record<Key, string>;
}
