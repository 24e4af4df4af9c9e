import { useQueries } from '@tanstack/react-query';
import type { AtHand } from './at-hand.ts';
import { useProduct } from './product.ts';
import { listQuery } from './queries.ts';
import { recordAddress } from './routes.ts';

export interface TitledAtHand extends AtHand {
  readonly title: string;
  readonly address: string;
}

/** Records at hand with their titles, as far as this reader may read and open them now. */
export function useTitlesAtHand(records: readonly AtHand[], enabled: boolean): readonly TitledAtHand[] {
  const { entities } = useProduct();
  const byEntity = [...Map.groupBy(records, ({ entity }) => entity)].flatMap(([name, of]) => {
    const entity = entities[name];
    return entity?.recordRoute ? [{ entity, ids: of.map(({ id }) => id).toSorted() }] : [];
  });
  const answers = useQueries({
    queries: byEntity.map(({ entity, ids }) => ({
      ...listQuery(entity.path, { filters: { 'id.in': ids.join(',') }, fields: ['id'], limit: ids.length }),
      enabled,
      staleTime: 60_000,
    })),
  });
  const titles = new Map(
    byEntity.flatMap(({ entity }, place) =>
      (answers[place]?.data?.items ?? []).map(({ id, _title }) => [`${entity.name} ${id}`, _title] as const),
    ),
  );
  return records.flatMap(({ entity, id }) => {
    const title = titles.get(`${entity} ${id}`);
    const address = recordAddress(entities[entity], id);
    return title === undefined || address === null ? [] : [{ entity, id, title, address }];
  });
}
