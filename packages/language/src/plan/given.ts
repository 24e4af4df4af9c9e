import type { Model } from '../model/model.ts';
import type { SourceFile } from '../source/span.ts';
import type { GivenFunction, Plan } from './plan.ts';

/** The functions that a document is given, in its order. */
export function givenFunctions({ terms }: Pick<Model, 'terms'>): GivenFunction[] {
  return terms.flatMap(({ clause, name, meaning, parameters, given }) =>
    given === undefined ? [] : [{ clause, name, meaning, parameters, ...given }],
  );
}

/** The files of given functions, behind the document's own: a version of the document has both. */
export function givenSources({ tree, terms }: Pick<Model, 'tree' | 'terms'>): SourceFile[] {
  return tree.given.flatMap(({ path, included }) =>
    included.kind === 'file' && terms.some(({ given }) => given?.file === path) ? [{ path, text: included.text }] : [],
  );
}

/** The text of the file that has a given function. */
export function sourceOfGiven({ sources }: Pick<Plan, 'sources'>, { file }: GivenFunction): string {
  const source = sources.findLast(({ path }) => path === file);
  if (source === undefined) throw new Error(`The plan lacks the file ${file}.`);
  return source.text;
}
