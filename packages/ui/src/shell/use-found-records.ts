import type { EntityView } from '@nonet/client';
import { hasTerms, searchTerms } from '@nonet/language';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProduct } from '../data/product.ts';
import { foundQuery } from '../data/queries.ts';
import { recordAddress } from '../data/routes.ts';

const TYPING_MILLISECONDS = 200;
/** One letter finds everything, and is no search yet. */
const FEWEST_CHARACTERS = 2;

export interface Found {
  readonly entity: EntityView;
  readonly record: { readonly id: string; readonly _title: string };
  readonly address: string;
  readonly title: string;
}

/** The records with a screen of their own that a text finds: of each entity the best, as far as this reader may read them. */
export function useFoundRecords(typed: string): readonly Found[] {
  const { entities } = useProduct();
  const [settled] = useDebouncedValue(typed, TYPING_MILLISECONDS);
  const search = typed === '' ? '' : settled;
  const isSearched =
    search.length >= FEWEST_CHARACTERS && Object.values(entities).some(({ recordRoute }) => recordRoute !== null);
  const { data, isLoading } = useQuery({ ...foundQuery(search), enabled: isSearched });
  const isAnswered = search === typed && !isLoading;
  const answered =
    !isSearched || search !== typed
      ? []
      : (data ?? []).flatMap(({ entity: name, items }) => {
          const entity = entities[name];
          if (entity === undefined) return [];
          return items.flatMap((record): Found[] => {
            const address = recordAddress(entity, record.id);
            return address === null ? [] : [{ entity, record, address, title: record._title }];
          });
        });
  const [former, setFormer] = useState<readonly Found[]>([]);
  const place = (all: readonly Found[]) => all.map(({ address, title }) => `${address} ${title}`).join('\n');
  if (isAnswered && place(former) !== place(answered)) setFormer(answered);
  // Records of an earlier text stay until the later one is answered, if it finds them as well; others do not.
  const terms = searchTerms(typed);
  const staying =
    isAnswered || typed.length < FEWEST_CHARACTERS ? [] : former.filter(({ title }) => hasTerms([title], terms));
  return isAnswered ? answered : staying;
}
