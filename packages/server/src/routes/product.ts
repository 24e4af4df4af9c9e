import type { ProductView } from '@nonet/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { mayReadDocument, rightsOf, runningOf } from '../request/context.ts';
import { userView } from '../session/user-view.ts';
import { productView } from '../view/product.ts';

/** The product as the reader of a request may know it. */
export async function productFor(request: FastifyRequest, options: ServerOptions): Promise<ProductView> {
  const { ownLanguage, languages, revision } = runningOf(request);
  return productView(await rightsOf(request), {
    user: userView(request.account),
    timeZone: request.account?.timeZone ?? null,
    region: request.account?.region ?? null,
    mode: options.mode,
    mail: Boolean(options.sendMail),
    openId: (options.openId ?? []).map(({ settings: { name, label } }) => ({ name, label })),
    document: mayReadDocument(request, options),
    languages: [ownLanguage, ...languages],
    revision,
  });
}

/** `GET /api/-/product`: what this reader may know of the product. */
export function productRoute(server: FastifyInstance, options: ServerOptions): void {
  server.get('/api/-/product', { config: { always: true } }, (request) => productFor(request, options));
}
