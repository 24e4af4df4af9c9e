import type { FastifyReply } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with text that is JSON already. */
export function answerJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).send(json);
}

/** Answers with a record and its tag. */
export function answerRecord(
  reply: FastifyReply,
  { json, etag }: { readonly json: string; readonly etag: string },
): FastifyReply {
  reply.header('etag', etag);
  return answerJson(reply, json);
}
