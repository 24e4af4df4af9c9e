import type { Model } from '../model/model.ts';
import type { SourceFile } from '../source/span.ts';
import type { GivenFunction, Plan } from './plan.ts';

/** The functions that a document is given, in its order. */
export function givenFunctions({ terms }: Pick<Model, 'terms'>): GivenFunction[] {
  return terms.flatMap(({ clause, name, meaning, parameters, given }) =>
    given === undefined ? [] : [{ clause, name, meaning, parameters, ...given }],
  );
}

/** The files of given functions and pages, behind the document's own: a version of the document has both. */
export function givenSources({ tree, ...model }: Pick<Model, 'tree' | 'terms' | 'screens' | 'entities'>): SourceFile[] {
  const used = new Set(givenIn({ ...model, given: givenFunctions(model) }).map(({ file }) => file));
  return tree.given.flatMap(({ path, included }) =>
    included.kind === 'file' && used.has(path) ? [{ path, text: included.text }] : [],
  );
}

/** The text of the file that has a given function or page. */
export function sourceOfGiven({ sources }: Pick<Plan, 'sources'>, { file }: { readonly file: string }): string {
  const source = sources.findLast(({ path }) => path === file);
  if (source === undefined) throw new Error(`The plan lacks the file ${file}.`);
  return source.text;
}

/** A function or a page that a document is given: the document doesn't say what it does, and no derived test proves it. */
export interface ListedGiven {
  readonly kind: 'function' | 'screen' | 'widget';
  readonly clause: string;
  readonly name: string;
  /** The file, relative to the main document's folder. */
  readonly file: string;
  /** The name that the file exports; null for a page. */
  readonly exported: string | null;
}

/** All that a plan is given, in the order of the document. */
export function givenIn({
  screens,
  entities,
  given: functions,
}: Pick<Plan, 'screens' | 'entities' | 'given'>): ListedGiven[] {
  return [
    ...screens.flatMap(({ clause, name, given }): ListedGiven[] =>
      given === undefined ? [] : [{ kind: 'screen', clause, name, file: given.file, exported: null }],
    ),
    ...entities.flatMap(({ name: entity, fields }) =>
      fields.flatMap(({ clause, name, widget }): ListedGiven[] =>
        widget === undefined
          ? []
          : [{ kind: 'widget', clause, name: `${entity}.${name}`, file: widget.file, exported: null }],
      ),
    ),
    ...functions.map(
      ({ clause, name, file, exported }): ListedGiven => ({ kind: 'function', clause, name, file, exported }),
    ),
  ];
}
