import type { Readable } from 'node:stream';
import { message } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import { readBytes } from '../request/body.ts';

/** Nothing runs on the page, and it sends to this product alone. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Answers with a page of `nonet dev` that has a form and no script. */
export function sendDevPage(reply: FastifyReply, page: string) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
    })
    .send(page);
}

/** Lets the routes of a scope take what the form of such a page sends: an object of texts. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable) => {
      const plan = request.running?.plan ?? null;
      const most = plan?.settings.maximumBodyBytes ?? LIMITS.mailBytes;
      const bytes = await readBytes(request, payload, most, () =>
        standardRefusal(plan, 'TOO_LARGE', { words: message('bodySize', { most }) }),
      );
      return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
    },
  );
}
