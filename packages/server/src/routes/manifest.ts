import type { FastifyInstance } from 'fastify';
import { brandName } from '../brand/brand.ts';
import { runningOf } from '../request/context.ts';

/** Longer names do not fit below an icon. */
const LONGEST_SHORT_NAME = 12;

/** `/manifest.webmanifest`: what a device needs to keep the product among its own applications. */
export function manifestRoute(server: FastifyInstance): void {
  server.get('/manifest.webmanifest', async (request, reply) => {
    const { plan } = runningOf(request);
    const title = brandName(plan);
    const { brandColour, brandLogo } = plan.settings;
    const src = brandLogo ?? '/icon.svg';
    const type = brandLogo?.startsWith('data:image/png') === true ? 'image/png' : 'image/svg+xml';
    const icon = (purpose: 'any' | 'maskable') => ({ src, sizes: 'any', type, purpose });
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send({
        id: '/',
        name: title,
        short_name: title.length <= LONGEST_SHORT_NAME ? title : (title.split(/\s/)[0] ?? title),
        lang: plan.settings.locale,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: brandColour ?? '#1f5f8b',
        icons: [icon('any'), icon('maskable')],
      });
  });
}
