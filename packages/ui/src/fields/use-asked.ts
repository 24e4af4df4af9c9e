import type { FieldView, RecordView } from '@nonet/client';
import { use } from 'react';
import { lazyEvaluator } from '../data/evaluator.ts';
import { useProduct } from '../data/product.ts';
import { type Draft, wireOf } from './drafts.ts';
import { useFieldEnvironment } from './field-environment.ts';

/** The language's evaluator comes only where a form has a condition. */
const fetchWhen = lazyEvaluator(() => import('./when.ts'));

/** The fields that a form asks for now. Suspends while the evaluator comes. */
export function useAsked(fields: readonly FieldView[], draft: Draft, record: RecordView | null): readonly FieldView[] {
  const product = useProduct();
  const environment = useFieldEnvironment();
  if (fields.every((field) => field.when === null)) return fields;
  const { isAsked } = use(fetchWhen(product));
  const values = {
    record: { ...record, ...wireOf(fields, draft, environment) },
    user: product.user,
    settings: product.settings,
  };
  return fields.filter((field) => isAsked(field, values));
}
