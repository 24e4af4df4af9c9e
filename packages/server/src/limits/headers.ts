import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';

/**
 * Scripts come from the product's own files alone, and text never becomes markup or script (Trusted Types; `default` is
 * the user interface's own policy). Styles are written into elements by the component library.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** Further features of browsers that a page could use. The user interface needs none of them. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
export const NO_FEATURES = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
const PAGES = {
  ...EVERYWHERE,
  'permissions-policy': NO_FEATURES,
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
};
/** Should a browser ever show an answer of the API as a page, nothing of it loads or runs. */
const API = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization, Accept, Accept-Language',
};

const HTTPS_SECONDS = 31_536_000;

/** `subdomainsUseHttps`: browsers use https for the subdomains of the product's host, too. */
export function addSecurityHeaders(
  server: FastifyInstance,
  { subdomainsUseHttps = false }: Pick<ServerOptions, 'subdomainsUseHttps'>,
): void {
  const transport = `max-age=${HTTPS_SECONDS}${subdomainsUseHttps ? '; includeSubDomains' : ''}`;
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.startsWith('/api/') ? API : PAGES);
    if (request.protocol === 'https') reply.header('strict-transport-security', transport);
  });
}
