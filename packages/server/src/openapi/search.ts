import { foundEntities } from '../routes/search.ts';
import type { Rights } from '../view/rights.ts';
import { answered, type PathItem } from './parts.ts';
import type { Schema } from './schemas.ts';

export const SEARCH = 'Search';

/** The path of the search over everything, for readers who have a screen of some record. */
export function searchPaths(rights: Rights): Record<string, PathItem> {
  const entities = foundEntities(rights).map(({ name }) => name);
  if (entities.length === 0) return {};
  const item: Schema = {
    type: 'object',
    required: ['id', '_title'],
    properties: { id: { type: ['string', 'integer'] }, _title: { type: 'string' } },
  };
  const found: Schema = {
    type: 'object',
    required: ['entity', 'items', 'hasMore'],
    properties: {
      entity: { enum: entities },
      items: { type: 'array', items: item },
      hasMore: { type: 'boolean', description: 'Whether the entity has further records that are found.' },
    },
  };
  return {
    '/api/-/search': {
      get: {
        operationId: 'search',
        summary: 'Find records by a text, the best first',
        tags: [SEARCH],
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        responses: answered({ type: 'array', items: found }),
      },
    },
  };
}
