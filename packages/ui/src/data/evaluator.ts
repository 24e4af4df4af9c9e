import type { ProductView } from '@nonet/client';
import { fetchPatternEngine } from './pattern-engine.ts';

/** Fetches a part of the language's evaluator, once, with all that it needs for the product's expressions. */
export type FetchEvaluator<Part> = (product: ProductView) => Promise<Part>;

/** @param load imports the module. */
export function lazyEvaluator<Part>(load: () => Promise<Part>): FetchEvaluator<Part> {
  const fetched = new Map<boolean, Promise<Part>>();
  return (product) => {
    const hasPatterns = readsPatterns(product);
    let part = fetched.get(hasPatterns);
    if (part === undefined) {
      part = hasPatterns ? Promise.all([load(), fetchPatternEngine()]).then(([loaded]) => loaded) : load();
      fetched.set(hasPatterns, part);
    }
    return part;
  };
}

const known = new WeakMap<ProductView, boolean>();

/** Whether an expression of the product compares a text with a regular expression. */
function readsPatterns(product: ProductView): boolean {
  let reads = known.get(product);
  if (reads === undefined) known.set(product, (reads = JSON.stringify(product).includes('"name":"matches"')));
  return reads;
}
