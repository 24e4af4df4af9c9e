import type { FastifyReply } from 'fastify';
import { recordTag } from '../request/entity-tag.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with text that is JSON already. */
export function answerJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('content-type', JSON_TYPE).send(json);
}

/** Answers with a record, and the tag of this answer. */
export function answerRecord(
  reply: FastifyReply,
  answer: { readonly json: string; readonly etag: string },
): FastifyReply {
  reply.header('etag', recordTag(answer));
  return answerJson(reply, answer.json);
}
