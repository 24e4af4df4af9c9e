import type { FoundView } from '@nonet/client';
import type { ListQuery } from '@nonet/engine';
import type { Entity } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { rightsOf, runningOf } from '../request/context.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import { recordRoute } from '../view/entities.ts';
import type { Rights } from '../view/rights.ts';
import { openableScreens } from '../view/screens.ts';

/** An id by itself names one record. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The number of entities that are searched at the same time, each on a connection. */
const AT_ONCE = 3;

/** `GET /api/-/search?q=…`: the records with a screen of their own that a text finds, of each entity the best. */
export function searchRoute(server: FastifyInstance): void {
  const config = { points: ['entities', 'screens'], ownQuery: true } as const;

  server.get('/api/-/search', { config }, async (request): Promise<FoundView[]> => {
    const { plan } = runningOf(request);
    const query = readQuery(plan, request.originalUrl);
    onlyKeys(plan, query, ['q']);
    const text = query.get('q')?.trim() ?? '';
    const entities = text === '' ? [] : foundEntities(await rightsOf(request));
    const found: FoundView[] = [];
    for (let place = 0; place < entities.length; place += AT_ONCE)
      found.push(
        ...(await Promise.all(entities.slice(place, place + AT_ONCE).map((entity) => find(request, entity, text)))),
      );
    return found.filter(({ items }) => items.length > 0);
  });
}

/** The entities whose records a reader might read and has a screen for, in the order of the document. */
export function foundEntities(rights: Rights): readonly Entity[] {
  const screens = openableScreens(rights);
  return rights.plan.entities.filter(
    (entity) => rights.may(entity.name, 'read') && recordRoute(entity, screens) !== null,
  );
}

async function find(request: FastifyRequest, entity: Entity, text: string): Promise<FoundView> {
  const isId = UUID.test(text) && !entity.fields.some(({ name, type }) => name === 'id' && type.kind !== 'id');
  const query: ListQuery = {
    filters: isId ? [{ key: 'id', value: text.toLowerCase() }] : [],
    search: isId ? null : text,
    isFinding: true,
    order: null,
    fields: 'id',
    expand: null,
    limit: LIMITS.foundOfEntity,
    isOwnLimit: true,
    cursor: null,
    count: false,
    screen: null,
  };
  const { items, next } = await runningOf(request).engine.list(request.actor, entity.name, query);
  return {
    entity: entity.name,
    items: items.map(({ id, _title }) => ({ id, _title })),
    hasMore: next !== null,
  };
}
