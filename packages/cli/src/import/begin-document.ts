import path from 'node:path';
import { checkDocument, type Diagnostic, format } from '@nonet/language';
import type { ForeignFile, LeftOut } from './foreign.ts';
import type { Form } from './forms.ts';
import { withoutErrors } from './without-errors.ts';
import { writeDocument } from './write-document.ts';

/** A document that was begun, and what of the source is not in it. */
export interface BegunDocument {
  readonly text: string;
  readonly entities: number;
  readonly fields: number;
  readonly leftOut: readonly LeftOut[];
  /** Errors that it has all the same. */
  readonly errors: readonly Diagnostic[];
}

/**
 * A document of what a file states. Where the checker refuses a rule, a default or a type that was read from there, it is left out
 * and listed.
 * @throws {NotReadable} if the file is not of this form
 */
export async function beginDocument(title: string, form: Form, file: ForeignFile): Promise<BegunDocument> {
  let foreign = await form.read(file);
  const source = `${path.basename(file.name)}, ${form.words}`;
  for (;;) {
    const text = format(writeDocument(title, source, foreign));
    const { diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const next = errors.length === 0 ? foreign : withoutErrors(foreign, text, errors, file.name);
    if (next === foreign) {
      const fields = foreign.entities.reduce((sum, entity) => sum + entity.fields.length, 0);
      return { text, entities: foreign.entities.length, fields, leftOut: foreign.leftOut, errors };
    }
    foreign = next;
  }
}
