import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import { rightsOf } from '../request/context.ts';
import { productView } from '../view/product.ts';

/** `GET /api/openapi.json`: 3.1, built for each reader. */
export function openApiRoute(server: FastifyInstance): void {
  server.get('/api/openapi.json', { config: { always: true } }, async (request) => {
    const rights = await rightsOf(request);
    const { revision } = productView(rights, {
      user: null,
      timeZone: null,
      region: null,
      mode: 'production',
      mail: false,
      openId: [],
      document: false,
      languages: [],
      revision: '',
    });
    return openApiDocument(rights, revision);
  });
}
