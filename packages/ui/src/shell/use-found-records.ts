import type { EntityView, ListQuery, RecordView } from '@nonet/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useProduct } from '../data/product.ts';
import { listQuery } from '../data/queries.ts';
import { menuOf, recordAddress } from '../data/routes.ts';
import { hasWords, lookupQueries } from './lookups.ts';

const TYPING_MILLISECONDS = 200;
/** One letter finds everything, and is no search yet. */
const FEWEST_CHARACTERS = 2;
const MOST_LISTS = 6;
const MOST_OF_A_LIST = 5;

export interface Found {
  readonly entity: EntityView;
  readonly record: RecordView;
  readonly address: string;
  readonly title: string;
  /** The name of the list that finds it, or of all records of its kind. */
  readonly list: string;
}

/**
 * The records with a screen of their own that a text finds: in the lists which can be searched, and by their titles where
 * no list of this reader searches all records of an entity.
 */
export function useFoundRecords(typed: string): readonly Found[] {
  const product = useProduct();
  const [settled] = useDebouncedValue(typed, TYPING_MILLISECONDS);
  const search = typed === '' ? '' : settled;
  const lists = menuOf(product)
    .flatMap((screen) => {
      const entity = product.entities[screen.entity ?? ''];
      if (screen.kind !== 'list' || !screen.search || !entity?.recordRoute) return [];
      const query: ListQuery = { screen: screen.slug, search, limit: MOST_OF_A_LIST, fields: ['id'] };
      return [{ entity, query, list: screen.name, isLookup: false }];
    })
    .slice(0, MOST_LISTS);
  const lookups = Object.values(product.entities)
    .flatMap((entity) =>
      lookupQueries(entity, search).map((query) => ({ entity, query, list: entity.plural, isLookup: true })),
    )
    .slice(0, MOST_LISTS);
  const asked = [...lists, ...lookups];
  const answers = useQueries({
    queries: asked.map(({ entity, query }) => ({
      ...listQuery(entity.path, query),
      enabled: search.length >= FEWEST_CHARACTERS,
    })),
  });
  const isAnswered = search === typed && answers.every(({ isLoading }) => !isLoading);
  const answered =
    search.length < FEWEST_CHARACTERS || search !== typed
      ? []
      : asked.flatMap(({ entity, list, isLookup }, place) =>
          (answers[place]?.data?.items ?? [])
            .filter(({ _title }) => !isLookup || hasWords(_title, search))
            .slice(0, MOST_OF_A_LIST)
            .flatMap((record) => {
              const address = recordAddress(entity, record.id);
              return address === null ? [] : [{ entity, record, address, title: record._title, list }];
            }),
        );
  const [former, setFormer] = useState<readonly Found[]>([]);
  const place = (all: readonly Found[]) => all.map(({ address, title }) => `${address} ${title}`).join('\n');
  if (isAnswered && place(former) !== place(answered)) setFormer(answered);
  // Records of an earlier text stay until the later one is answered, if it finds them as well; others do not.
  const text = typed.toLowerCase();
  const staying =
    isAnswered || typed.length < FEWEST_CHARACTERS
      ? []
      : former.filter(({ title }) => title.toLowerCase().includes(text));
  // Several lists may show the same record.
  return [...new Map([...answered, ...staying].toReversed().map((each) => [each.address, each])).values()].toReversed();
}
