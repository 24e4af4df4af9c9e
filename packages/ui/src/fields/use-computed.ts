import type { EntityView } from '@nonet/client';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { lazyEvaluator } from '../data/evaluator.ts';
import { useProduct } from '../data/product.ts';
import type { Computed, ComputedValue } from './computed.ts';
import { useFieldEnvironment } from './field-environment.ts';

type Evaluator = typeof import('./computed.ts');
const fetchEvaluator = lazyEvaluator(() => import('./computed.ts'));

/** The computed values of a form, and the record that it enters. */
interface ComputedForm extends Computed {
  readonly entity: EntityView | null;
  readonly values: Readonly<Record<string, unknown>>;
}

const NOTHING: ComputedForm = { own: [], rows: {}, entity: null, values: {} };
export const ComputedContext = createContext<ComputedForm>(NOTHING);
export const ComputedProvider = ComputedContext.Provider;

/** The computed fields of a form. The evaluator of the language is loaded when there is something to compute. */
export function useComputed(entity: EntityView, values: Readonly<Record<string, unknown>>): ComputedForm {
  const product = useProduct();
  const { entity: entityOf } = useFieldEnvironment();
  const hasFormulas = [entity, ...childrenOf(entity, entityOf)].some(({ fields }) =>
    fields.some(({ formula }) => formula !== undefined),
  );
  const [evaluator, setEvaluator] = useState<Evaluator | null>(null);
  useEffect(() => {
    if (!hasFormulas) return undefined;
    let current = true;
    void fetchEvaluator(product).then((loaded) => {
      if (current) setEvaluator(loaded);
    });
    return () => {
      current = false;
    };
  }, [hasFormulas, product]);
  const { user, settings, screens } = product;
  const text = JSON.stringify(values);
  return useMemo(() => {
    if (evaluator === null) return NOTHING;
    const shown = new Set(
      screens
        .filter((screen) => screen.entity === entity.name)
        .flatMap(({ groups }) => groups.flatMap(({ columns }) => columns.map(({ path }) => path.join('.')))),
    );
    const read = JSON.parse(text) as typeof values;
    const computed = evaluator.computedOf(entity, read, entityOf, { user, settings });
    // A form shows only the fields that a screen of a saved record shows.
    return { ...computed, own: computed.own.filter(({ field }) => shown.has(field.name)), entity, values: read };
  }, [evaluator, entity, entityOf, user, settings, screens, text]);
}

function childrenOf(entity: EntityView, entityOf: (name: string | null) => EntityView): EntityView[] {
  return entity.fields.filter(({ kind }) => kind === 'children').map((field) => entityOf(field.entity));
}

/** The computed fields of one list of the form, and of each of its rows. */
export function useComputedOfList(list: string): {
  readonly totals: readonly ComputedValue[];
  readonly rows: readonly (readonly ComputedValue[])[];
} {
  const { own, rows } = use(ComputedContext);
  return { totals: own.filter(({ lists }) => lists.includes(list)), rows: rows[list] ?? [] };
}
