import { useEffect, useState } from 'react';
import type { FieldErrors } from '../data/errors.ts';
import { lazyEvaluator } from '../data/evaluator.ts';
import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import { brokenChecks, type Filled } from './checks.ts';
import { useFieldEnvironment } from './field-environment.ts';

type Judge = typeof import('./broken-rules.ts');
const fetchJudge = lazyEvaluator(() => import('./broken-rules.ts'));

/** The errors of a form or a dialog while it is filled in. */
export function useChecks(filled: Filled): FieldErrors {
  const words = useWords();
  const format = useFormat();
  const { user, settings } = useProduct();
  const environment = useFieldEnvironment();
  const judge = useJudge(filled.entered.size > 0);
  return brokenChecks(filled, { words, format, user, settings, environment, judge });
}

/** The language's evaluator comes once something is entered. */
function useJudge(wanted: boolean): Judge | null {
  const product = useProduct();
  const [judge, setJudge] = useState<Judge | null>(null);
  useEffect(() => {
    let current = true;
    if (wanted && judge === null) {
      void fetchJudge(product).then((loaded) => {
        if (current) setJudge(loaded);
      });
    }
    return () => {
      current = false;
    };
  }, [wanted, judge, product]);
  return judge;
}
