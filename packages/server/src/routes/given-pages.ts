import type { FastifyInstance } from 'fastify';
import { NO_FEATURES } from '../limits/headers.ts';
import { standardRefusal } from '../problem/standard.ts';
import { servedPage } from '../given-pages/served-page.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { alreadyHas } from '../request/preconditions.ts';

/** `GET /api/-/given/{slug}`: the page of a given screen (2), for the frame in which whoever may open the screen sees it. */
export function givenPageRoute(server: FastifyInstance): void {
  const config = { points: ['screens'] } as const;
  server.get<{ Params: { slug: string } }>('/api/-/given/:slug', { config }, async (request, reply) => {
    const { plan } = runningOf(request);
    const rights = await rightsOf(request);
    const screen = plan.screens.find(({ slug }) => slug === request.params.slug);
    if (screen?.given === undefined || !rights.opens(screen)) throw standardRefusal(plan, 'NOT_FOUND');
    const { html, policy, etag } = servedPage(plan, screen.given.file);
    reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      vary: 'cookie',
      'content-security-policy': policy,
      'permissions-policy': NO_FEATURES,
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
    });
    if (alreadyHas(request, etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  });
}
