import type { FieldView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useEntity } from '../data/product.ts';
import { listQuery } from '../data/queries.ts';
import { FormValues, pickerFilters } from './form-values.ts';

const PICKER_SIZE = 20;

/** The records that a field may refer to and that a search finds, once its list is open. */
export function useCandidates(field: FieldView, search: string, opened: boolean) {
  const entity = useEntity(field.entity);
  const values = use(FormValues);
  const { picker } = field;
  const { data, isFetching } = useQuery({
    ...listQuery(entity.path, {
      search,
      limit: PICKER_SIZE,
      ...(picker ? { for: picker.for, filters: pickerFilters(picker.reads, values) } : {}),
    }),
    enabled: opened,
  });
  return { options: (data?.items ?? []).map(({ id, _title }) => ({ value: id, label: _title })), isFetching };
}
