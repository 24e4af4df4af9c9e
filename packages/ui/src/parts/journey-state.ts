import type { FieldView, RecordView } from '@nonet/client';
import { use } from 'react';
import { lazyEvaluator } from '../data/evaluator.ts';
import { useProduct } from '../data/product.ts';

const fetchWhen = lazyEvaluator(() => import('../fields/when.ts'));

/** Where a journey stands: its address, if it has come, and whether it is open. */
export interface JourneyState {
  readonly address: URL | null;
  readonly isOpen: boolean;
}

/** Suspends while the language's evaluator comes. */
export function useJourneyState(field: FieldView, record: RecordView): JourneyState {
  const product = useProduct();
  const { isAsked } = use(fetchWhen(product));
  const stated = record[field.name];
  const address = typeof stated === 'string' && URL.canParse(stated) ? new URL(stated) : null;
  const leads = address !== null && (address.protocol === 'https:' || address.protocol === 'http:');
  const values = { record, user: product.user, settings: product.settings };
  // A condition that its reader may not know is known to be open by the address alone.
  const isOpen = field.when === null ? address !== null : isAsked(field, values);
  return { address: leads ? address : null, isOpen };
}
