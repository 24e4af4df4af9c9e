import type { FieldView } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { lazyEvaluator } from '../data/evaluator.ts';
import { useProduct } from '../data/product.ts';
import type { Means, Referred } from './defaults.ts';
import type { Draft } from './drafts.ts';
import { useFieldEnvironment } from './field-environment.ts';
import type { FormField } from './places.ts';
import { rowsOf } from './rows.ts';

const fetchEvaluator = lazyEvaluator(() => import('./defaults.ts'));

/** The defaults of a new record that are worked out while it is entered (3). */
export interface Defaults {
  /** A value that is `given` stays as it is. */
  begun: (draft: Draft, given: Draft | null) => Draft;
  /** A draft in which these fields were changed, with the defaults that follow from them. */
  followed: (before: Draft, after: Draft, changed: ReadonlySet<string>) => Draft;
  /** Whether the product would compute the value that this field contains. */
  isLeft: (field: FieldView, draft: Draft) => boolean;
  /** Reads what the defaults of these drafts need of the records to which they refer; then there are other `Defaults`. */
  look: (drafts: readonly Draft[]) => void;
  /** A draft with what has been read since `former`. */
  renewed: (draft: Draft, former: Defaults) => Draft;
  readonly means: Means;
}

const NOTHING: Referred = new Map();

/** Null if none is worked out. Suspends while the language's evaluator comes. */
export function useDefaults(asked: readonly FormField[]): Defaults | null {
  const product = useProduct();
  const { user, settings } = product;
  const environment = useFieldEnvironment();
  // Nobody enters seconds, and what is left as it is begins with the product's own clock.
  const [now] = useState(() => `${new Date().toISOString().slice(0, 16)}:00Z`);
  const queries = useQueryClient();
  const [referred, setReferred] = useState(NOTHING);
  const sought = useRef(new Set<string>());
  const isWorkedOut = asked.some(({ field, below }) => [field, ...(below ?? [])].some(hasDefault));
  const loaded = isWorkedOut ? use(fetchEvaluator(product)) : null;
  return useMemo(() => {
    if (loaded === null) return null;
    const { begun, followed, isDefault, look, read, renewed } = loaded;
    const fields = asked.map(({ field }) => field);
    const means: Means = { user, settings, environment, now, referred: (wanted) => read(referred, wanted) };
    return {
      begun: (draft, given) => {
        const own = begun(fields, draft, means, given);
        const lists = asked.flatMap(({ field: { name }, below }) => {
          if (below?.some(hasDefault) !== true) return [];
          return [[name, rowsOf(own[name]).map((row) => begun(below, row, means, null))] as const];
        });
        return { ...own, ...Object.fromEntries(lists) };
      },
      followed: (before, after, changed) => followed(fields, before, after, changed, means),
      isLeft: (field, draft) => {
        if (!isDefault(field, fields, draft, means)) return false;
        // A day that has become another one meanwhile is meant as it was seen; an instant is that of saving.
        const later = { ...means, now: new Date().toISOString() };
        return field.kind === 'datetime' || isDefault(field, fields, draft, later);
      },
      look: (drafts) => look(fields, drafts, environment, queries, sought.current, setReferred),
      renewed: (draft, former) => renewed(fields, draft, former.means, means),
      means,
    };
  }, [loaded, asked, user, settings, environment, now, referred, queries]);
}

/** Reads what defaults need of the records to which drafts refer, and calls `renew` once there is more of it. */
export function useRenewedDefaults(
  defaults: Defaults | null,
  drafts: readonly Draft[],
  renew: (of: (draft: Draft) => Draft) => void,
): void {
  const latest = useRef(defaults);
  useEffect(() => {
    const former = latest.current;
    latest.current = defaults;
    if (defaults !== null && former !== null && former !== defaults) renew((draft) => defaults.renewed(draft, former));
    defaults?.look(drafts);
  });
}

function hasDefault(field: FieldView): boolean {
  return field.default !== null;
}
