import { type Field, message, type Message } from '@nonet/language';
import { type Finding, findManyRecords } from '../find-record.ts';
import { readId } from '../values/identifier.ts';
import { readable } from '../references.ts';
import { AMBIGUOUS, type WrittenCells } from './written-cells.ts';
import type { Write } from '../write.ts';
import type { PlanIndex } from '../../plan-index.ts';

/** The meaning of a table's text cell: a value in the wire's form, or an error. */
export type ReadCell = { readonly value: unknown } | { readonly problem: Message };

/** Words for "yes" as people write them, and spreadsheets in Dutch, German, French, Spanish, Italian and Portuguese. */
const TRUE = /^(?:true|yes|1|waar|wahr|vrai|verdadero|vero|verdadeiro)$/i;
const FALSE = /^(?:false|no|0|onwaar|falsch|faux|falso)$/i;

/**
 * Reads a cell that is not empty. References are named by a unique field, their title or their id; `separator` is
 * between the items of a cell with several. `written`: in whose way numbers and dates are written; null: as on the
 * wire.
 */
export async function readCell(
  write: Finding & Pick<Write, 'named'>,
  field: Field,
  text: string,
  separator: string,
  written: WrittenCells | null,
): Promise<ReadCell> {
  const known = readKnownCell(write, field, text, separator, written);
  if (known !== null) return known;
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [entity, names] of namesIn([{ field, texts: [text] }], separator))
    named.set(entity, await findNamed(write, entity, [...names]));
  const cell = readKnownCell({ ...write, named }, field, text, separator, written);
  if (cell === null) throw new Error(`A name in a cell of ${field.clause} was not looked up.`);
  return cell;
}

/** `readCell` without a look at the database; null where the cell names records that are not looked up yet. */
export function readKnownCell(
  { index, named }: Pick<Write, 'index' | 'named'>,
  field: Field,
  text: string,
  separator: string,
  written: WrittenCells | null,
): ReadCell | null {
  const { type, label } = field;
  if (type.kind === 'reference') return readName(index, field, named?.get(type.entity)?.get(text), text);
  if (type.kind === 'many') {
    const ids: unknown[] = [];
    for (const name of itemsOf(text, separator)) {
      const found = readName(index, field, named?.get(type.entity)?.get(name), name);
      if (found === null || 'problem' in found) return found;
      ids.push(found.value);
    }
    return { value: ids };
  }
  if (type.kind === 'roles') return { value: itemsOf(text, separator) };
  if (type.kind === 'boolean') {
    if (TRUE.test(text)) return { value: true };
    return { value: FALSE.test(text) ? false : text };
  }
  if (type.kind !== 'json') {
    const value = written === null ? text : written(field, text);
    return value === AMBIGUOUS ? { problem: message('twoNumbers', { label, text }) } : { value };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: message('json', { label }) };
  }
}

/** The record among those that a name refers to; null if it is not looked up yet. */
function readName(
  index: PlanIndex,
  { type, label }: Field,
  found: readonly string[] | undefined,
  name: string,
): ReadCell | null {
  if (found === undefined || !('entity' in type)) return null;
  if (found.length > 1) return { problem: message('severalCalled', { label, name }) };
  if (found[0] !== undefined) return { value: found[0] };
  return { problem: message('noneCalled', { label, entity: index.entity(type.entity).label, name }) };
}

/** A column of a table, and the texts in it. */
export interface Column {
  readonly field: Field;
  readonly texts: readonly string[];
}

/**
 * Looks up what the texts of these columns refer to, for all rows together (`Write.named`). Answers null if they may
 * refer to records of `entity`, which the rows create: then each row is looked up when its turn comes.
 */
export async function lookUpNames(
  write: Finding,
  entity: string,
  columns: readonly Column[],
  separator: string,
): Promise<NonNullable<Write['named']> | null> {
  const texts = namesIn(columns, separator);
  if (texts.has(entity)) return null;
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [target, names] of texts) named.set(target, await findNamed(write, target, [...names]));
  return named;
}

/** The texts in these columns that refer to records, by the entity of those. */
export function namesIn(columns: readonly Column[], separator: string): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const { field, texts: cells } of columns) {
    const { type } = field;
    if ((type.kind !== 'reference' && type.kind !== 'many') || cells.length === 0) continue;
    const known = texts.get(type.entity) ?? new Set();
    texts.set(type.entity, known);
    for (const cell of cells)
      for (const name of type.kind === 'many' ? itemsOf(cell, separator) : [cell.trim()])
        if (name !== '') known.add(name);
  }
  return texts;
}

/** The records that each of these texts refers to, also as their id; none for a text that refers to none. */
export async function findNamed(
  write: Finding,
  target: string,
  names: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = await findManyRecords(write, target, names);
  const others = names.filter((name) => !found.has(name));
  const ids = new Map(others.map((name) => [name, readId(name)]));
  const asked = [...ids.values()].filter((id) => id !== null);
  const read = asked.length === 0 ? new Set() : await readable(write, target, asked);
  for (const [name, id] of ids) found.set(name, id !== null && read.has(id) ? [id] : []);
  return found;
}

function itemsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
