import { type CheckedDocument, checkDocument } from '../check/check.ts';
import { applyEdits } from '../diagnostics/apply-fixes.ts';
import { type Diagnostic, hasCode } from '../diagnostics/diagnostic.ts';
import { isWithin } from '../source/span.ts';
import type { ReadInclude } from '../syntax/include.ts';
import { fileOf, tableWith } from './place.ts';
import { addRows, type Edits, insertion } from './table-edits.ts';
import { writeCell, writeTable } from './written.ts';

/** A `size` of an entity as its document states it (3, `size`). */
export interface StatedSize {
  /** `about 3,000,000`. */
  readonly value: string;
  readonly edits: Edits;
}

/**
 * The edits that let a document state a size for an entity: the setting's value, its row, or its table behind that of the
 * fields. Null for an entity that has no section of its own, as the built-in `User`.
 */
export function stateSize({ model, tree }: CheckedDocument, entity: string, size: number): StatedSize | null {
  const value = `about ${size.toLocaleString('en')}`;
  const place = model.places.get(`3.${entity}`);
  const section = place && tree.points.entities?.sections.find(({ span }) => isWithin(place, span));
  if (place === undefined || section === undefined) return null;
  const file = fileOf(tree, place);
  const settings = tableWith(section, 'setting');
  const stated = settings?.rows.find(({ cells }) => cells[0]?.text.trim().toLowerCase() === 'size')?.cells[1];
  if (stated !== undefined) return { value, edits: [{ span: stated.span, text: writeCell(value, 'is', false) }] };
  if (settings !== undefined) return { value, edits: addRows(file, settings, [['size', value]]) };
  const fields = tableWith(section, 'field');
  if (fields === undefined) return null;
  const table = writeTable(['setting', 'is'], [['size', value]]);
  return { value, edits: [insertion(file, fields.span.end, `\n\n${table}`)] };
}

/**
 * The reports of the checker about a document that states these sizes: the lists and queries that read all of so many records
 * (N384, N385). Their spans are those of the changed text; their clauses stand in both.
 */
export function checkWithSizes(
  checked: CheckedDocument,
  sizes: ReadonlyMap<string, number>,
): readonly Diagnostic<'N384' | 'N385'>[] {
  const edits = [...sizes].flatMap(([entity, size]) => stateSize(checked, entity, size)?.edits ?? []);
  const [main, ...others] = checked.tree.files.map((file) =>
    applyEdits(
      file,
      edits.filter(({ span }) => span.file === file.path),
    ),
  );
  if (main === undefined) throw new Error('A document has a file.');
  const include: ReadInclude = (path) => {
    const file = others.find((other) => other.path === path);
    return file === undefined ? { kind: 'missing' } : { kind: 'file', text: file.text };
  };
  return checkDocument(main, include).diagnostics.filter((each) => hasCode(each, 'N384', 'N385'));
}
