import { networkOf } from '@nonet/engine';
import { message } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerClientError } from '../problem/client-error.ts';
import { standardRefusal } from '../problem/standard.ts';
import { isApi } from '../request/hooks.ts';
import type { WorkLimit } from './overload.ts';
import { LIMITS } from './table.ts';

/** A request whose body is on its way. */
interface Receiving {
  readonly request: FastifyRequest;
  readonly source: string;
  readonly since: number;
  /** The bytes that its connection had brought before. */
  readonly bytesBefore: number;
}

const LOOK_MILLISECONDS = 1_000;

/**
 * Limits the bodies in progress by user or network, and how slowly one may arrive, so that a client that sends a byte
 * and pauses takes no place from others. A request does not count as being worked at while its body arrives.
 */
export function addBodyLimits(server: FastifyInstance, work: WorkLimit): void {
  const receiving = new Map<FastifyRequest, Receiving>();
  const shares = new Map<string, number>();

  const leave = (request: FastifyRequest) => {
    const found = receiving.get(request);
    if (found === undefined) return;
    receiving.delete(request);
    const left = (shares.get(found.source) ?? 1) - 1;
    if (left === 0) shares.delete(found.source);
    else shares.set(found.source, left);
  };

  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const plan = request.running?.plan ?? null;
    const { userId } = request.actor;
    const source = userId === null ? `network ${networkOf(request.ip)}` : `user ${userId}`;
    const share = shares.get(source) ?? 0;
    if (share >= (userId === null ? LIMITS.bodiesOfNetwork : LIMITS.bodiesOfUser))
      throw standardRefusal(plan, 'TOO_MANY_REQUESTS', { words: message('manyFromHere') });
    if (receiving.size >= LIMITS.bodiesInFlight)
      throw standardRefusal(plan, 'UNAVAILABLE', { words: message('manyAtWork') });
    const { raw } = request;
    receiving.set(request, { request, source, since: performance.now(), bytesBefore: raw.socket?.bytesRead ?? 0 });
    shares.set(source, share + 1);
    work.leave(request);
    raw.once('end', () => leave(request));
    reply.raw.once('close', () => leave(request));
  };

  server.addHook('preParsing', async (request, reply) => {
    if (isApi(request) && hasBody(request)) enter(request, reply);
  });
  // Requests whose handler reads the body (uploads, imports) still count as having a body in progress.
  server.addHook('preValidation', async (request, reply) => {
    if (!isApi(request) || request.routeOptions.config.stream === true) return;
    if (!receiving.has(request) || request.raw.readableEnded) {
      leave(request);
      work.enter(request, reply);
    }
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const { request, since, bytesBefore } of receiving.values()) {
      const seconds = (now - since) / 1000;
      const { socket } = request.raw;
      if (seconds < LIMITS.bodyGraceSeconds || request.raw.readableEnded) continue;
      if (socket.bytesRead - bytesBefore >= seconds * LIMITS.bodyBytesPerSecond) continue;
      leave(request);
      answerClientError(
        Object.assign(new Error('A body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
    }
  }, LOOK_MILLISECONDS).unref();
  server.addHook('onClose', async () => clearInterval(look));
  server.decorate('isOverloaded', () => work.isFull || receiving.size >= LIMITS.bodiesInFlight);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
