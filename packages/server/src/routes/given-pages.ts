import type { FastifyInstance } from 'fastify';
import { NO_FEATURES } from '../limits/headers.ts';
import { standardRefusal } from '../problem/standard.ts';
import { servedPage } from '../given-pages/served-page.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import type { Rights } from '../view/rights.ts';
import { alreadyHas } from '../request/preconditions.ts';

/**
 * `GET /api/-/given/{name}`: the page of a given screen (2) by its slug, or of a widget (3) by its field (`Seat.place`), for
 * the frame in which whoever may open the screen, or see or enter the value, sees it.
 */
export function givenPageRoute(server: FastifyInstance): void {
  const config = { points: ['screens'] } as const;
  server.get<{ Params: { name: string } }>('/api/-/given/:name', { config }, async (request, reply) => {
    const { plan } = runningOf(request);
    const rights = await rightsOf(request);
    const file = fileFor(rights, request.params.name);
    if (file === null) throw standardRefusal(plan, 'NOT_FOUND');
    const { html, policy, etag } = servedPage(plan, file);
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

/** The file of a page that this reader may see. */
function fileFor(rights: Rights, name: string): string | null {
  const [entity = '', field, ...others] = name.split('.');
  if (field === undefined) {
    const screen = rights.plan.screens.find(({ slug }) => slug === name);
    return screen?.given && rights.opens(screen) ? screen.given.file : null;
  }
  const own = rights.entity(entity)?.fields.find((each) => each.name === field);
  if (own?.widget === undefined || others.length > 0) return null;
  const isTheirs =
    rights.mayRead(entity, field) || rights.maySetOnCreate(entity, own) || rights.maySetOnUpdate(entity, own);
  return isTheirs ? own.widget.file : null;
}
