import path from 'node:path';
import { checkDocument, type Diagnostic, format } from '@nonet/language';
import type { Foreign, ForeignFile, LeftOut } from './foreign.ts';
import type { Form } from './forms.ts';
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

/** Without the rules, and without what of the fields, the errors are about; the same, where none of them is about such. */
function withoutErrors(foreign: Foreign, text: string, errors: readonly Diagnostic[], file: string): Foreign {
  const lines = text.split('\n');
  const concerned = new Set(errors.map(({ span }) => text.slice(0, span.start).split('\n').length - 1));
  const leftOut: LeftOut[] = [];
  const at = (line: number) =>
    errors.find(({ span }) => text.slice(0, span.start).split('\n').length - 1 === line)?.message;
  const rules = foreign.rules.filter((rule, place) => {
    const line = lines.findIndex((each) => each.startsWith(`| V${place + 1} |`));
    if (!concerned.has(line)) return true;
    leftOut.push({ place: rule.place, what: `the check ${rule.expression} of ${rule.entity}: ${at(line)}` });
    return false;
  });
  const entities = foreign.entities.map((entity) => {
    const heading = lines.indexOf(`### ${entity.name}`);
    const fields = entity.fields.map((field) => {
      const line = lines.findIndex(
        (each, place) => place > heading && new RegExp(`^\\| ${field.name}(?: \\(| \\|)`).test(each),
      );
      if (!concerned.has(line) || field.type === null) return field;
      const place = field.place ?? file;
      const bare = field.rules.filter((rule) => rule === 'optional');
      if (bare.length < field.rules.length) {
        leftOut.push({
          place,
          what: `${entity.name}.${field.name}: ${field.rules.filter((rule) => rule !== 'optional').join(', ')}: ${at(line)}`,
        });
        return { ...field, rules: bare };
      }
      leftOut.push({ place, what: `${entity.name}.${field.name}: the type ${field.type}: ${at(line)}` });
      return { ...field, type: null };
    });
    const settings = lines.findIndex((each, place) => place > heading && each.startsWith('| unique |'));
    if (entity.unique.length === 0 || !concerned.has(settings)) return { ...entity, fields };
    leftOut.push({ place: entity.place ?? file, what: `what is unique together in ${entity.name}: ${at(settings)}` });
    return { ...entity, fields, unique: [] };
  });
  return leftOut.length === 0 ? foreign : { entities, rules, leftOut: [...foreign.leftOut, ...leftOut] };
}
