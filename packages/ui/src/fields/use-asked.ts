import type { FieldView, RecordView } from '@nonet/client';
import { use } from 'react';
import { useProduct } from '../data/product.ts';
import { type Draft, wireOf } from './drafts.ts';
import { useFieldEnvironment } from './field-environment.ts';

type When = typeof import('./when.ts');

let evaluator: Promise<When> | null = null;

/** The language's evaluator comes only where a form has a condition. */
function loadEvaluator(): Promise<When> {
  evaluator ??= import('./when.ts');
  return evaluator;
}

/** The fields that a form asks for now. Suspends while the evaluator comes. */
export function useAsked(fields: readonly FieldView[], draft: Draft, record: RecordView | null): readonly FieldView[] {
  const product = useProduct();
  const environment = useFieldEnvironment();
  if (fields.every((field) => field.when === null)) return fields;
  const { isAsked } = use(loadEvaluator());
  const values = {
    record: { ...record, ...wireOf(fields, draft, environment) },
    user: product.user,
    settings: product.settings,
  };
  return fields.filter((field) => isAsked(field, values));
}
