import { type CheckedDocument, checkDocument, type ReadInclude } from '@nonet/language';
import { readDocument } from '../document.ts';

/** A document: the path of its file, or its text, with the files that it includes by their names. */
export type Specification =
  | string
  | {
      readonly text: string;
      /** How diagnostics name it; `spec.md` unless stated. */
      readonly name?: string;
      readonly includes?: Readonly<Record<string, string>>;
    };

/** @throws {Unreadable} if a file is named that can't be read. */
export function checkSpecification(specification: Specification): CheckedDocument {
  if (typeof specification === 'string') {
    const { main, readInclude } = readDocument(specification);
    return checkDocument(main, readInclude);
  }
  const { text, name = 'spec.md', includes = {} } = specification;
  const readInclude: ReadInclude = (included) => {
    const found = Object.hasOwn(includes, included) ? includes[included] : undefined;
    return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found };
  };
  return checkDocument({ path: name, text }, readInclude);
}
