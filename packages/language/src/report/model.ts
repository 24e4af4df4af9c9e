import { Places } from '../diagnostics/render/places.ts';
import type { Model } from '../model/model.ts';

/** A document as other programs read it: the model, with its source left out. */
export interface ModelReport extends Omit<Model, 'tree' | 'places'> {
  /** The place of each clause: `file:line:column`, from 1, columns in code points. */
  readonly places: Readonly<Record<string, string>>;
}

/** The model as JSON. If there are errors, it holds the parts that could be read. */
export function reportModel(model: Model): ModelReport {
  const { tree, places, ...stated } = model;
  const found = new Places(tree.files);
  const shown = [...places].map(([clause, span]) => {
    const { line, column } = found.range(span).start;
    return [clause, `${span.file}:${line}:${column}`] as const;
  });
  return { ...stated, places: Object.fromEntries(shown) };
}
