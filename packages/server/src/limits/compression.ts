import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Below this, an answer takes one packet either way. */
const LEAST_BYTES = 1_400;
/** Brotli's own 11 is for files that are compressed once; at 4 an answer costs less time than it saves. */
const BROTLI_QUALITY = 4;

const compressors = {
  br: promisify<Buffer, Buffer>((text, done) =>
    brotliCompress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
  ),
  gzip: promisify<Buffer, Buffer>(gzip),
};
type Encoding = keyof typeof compressors;
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/**
 * Compresses the text of an answer as its reader accepts. The answer about one record is not compressed: its entity
 * tag is a strong one, which identifies these very bytes and comes back as If-Match. Streams are not compressed
 * either.
 */
export function addCompression(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (typeof payload !== 'string' || !/json|^text\//.test(type) || type.startsWith('text/event-stream'))
      return payload;
    addVary(reply);
    if (request.method === 'HEAD' || reply.hasHeader('etag') || reply.hasHeader('content-encoding')) return payload;
    const text = Buffer.from(payload);
    const accepted = request.headers['accept-encoding'];
    const encoding = accepted === undefined ? null : negotiate<Encoding>(accepted, ENCODINGS);
    if (encoding === null || text.length < LEAST_BYTES) return payload;
    reply.removeHeader('content-length').header('content-encoding', encoding);
    return compressors[encoding](text);
  });
}

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}
