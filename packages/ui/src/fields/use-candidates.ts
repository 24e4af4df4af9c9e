import { useDebouncedValue } from '@mantine/hooks';
import type { FieldView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { listQuery } from '../data/queries.ts';
import { useWords } from '../words/words.ts';
import { FormValues, pickerFilters } from './form-values.ts';

const PICKER_SIZE = 20;

/** The pause in typing after which a search starts. */
const TYPING_MILLISECONDS = 150;

export interface Candidate {
  readonly value: string;
  readonly label: string;
}

interface Candidates {
  /** Empty while a search is in progress: results of an earlier search are not shown for a later one. */
  readonly options: readonly Candidate[];
  /** The options for a list, with a last entry that can't be chosen if the search has more results. */
  readonly listed: readonly (Candidate & { readonly disabled?: true })[];
  /** The message if there are none: they are being loaded, nothing was found, or the request failed. */
  readonly message: string;
}

/** The records that a field may refer to and that a search finds, once its list is open. */
export function useCandidates(field: Pick<FieldView, 'entity' | 'picker'>, typed: string, opened: boolean): Candidates {
  const [search] = useDebouncedValue(typed, TYPING_MILLISECONDS);
  const words = useWords();
  // Who may never read such a record knows nothing of its entity, and finds none.
  const entity = useProduct().entities[field.entity ?? ''];
  const values = use(FormValues);
  const { picker } = field;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...listQuery(entity?.path ?? '', {
      search,
      limit: PICKER_SIZE,
      ...(picker ? { for: picker.for, filters: pickerFilters(picker.reads, values) } : {}),
    }),
    enabled: opened && entity !== undefined,
  });
  const isStale = typed !== search || isPlaceholderData;
  const options = isStale ? [] : (data?.items ?? []).map(({ id, _title }) => ({ value: id, label: _title }));
  const hasMore = options.length > 0 && data?.next !== null;
  return {
    options,
    listed: hasMore ? [...options, { value: ' more', label: words.typeForMore, disabled: true }] : options,
    message: isFetching || isStale ? words.loading : error ? messageOf(error, words) : words.nothingFound,
  };
}
