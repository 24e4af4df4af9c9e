import type { Field } from '@nonet/language';
import { findRecords } from './find-record.ts';
import { readId } from './values/identifier.ts';
import { readable } from './references.ts';
import type { Write } from './write.ts';

/** What a cell of a table in text means: a value on the wire's form, or what is wrong with it. */
export type ReadCell = { readonly value: unknown } | { readonly problem: string };

/**
 * Reads a cell that is not empty. References are named by a unique field, their title or their id; `separator` stands
 * between the items of a cell with several.
 */
export async function readCell(write: Write, field: Field, text: string, separator: string): Promise<ReadCell> {
  const { kind } = field.type;
  if (field.type.kind === 'reference') return findOne(write, field, field.type.entity, text);
  if (field.type.kind === 'many') {
    const ids: unknown[] = [];
    for (const name of itemsOf(text, separator)) {
      const found = await findOne(write, field, field.type.entity, name);
      if ('problem' in found) return found;
      ids.push(found.value);
    }
    return { value: ids };
  }
  if (kind === 'roles') return { value: itemsOf(text, separator) };
  if (kind === 'boolean') {
    if (/^(true|yes|1)$/i.test(text)) return { value: true };
    return { value: /^(false|no|0)$/i.test(text) ? false : text };
  }
  if (kind !== 'json') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: `${field.label} must be JSON.` };
  }
}

async function findOne(write: Write, field: Field, entity: string, text: string): Promise<ReadCell> {
  const found = await findRecords(write, entity, text);
  if (found.length > 1) return { problem: `${field.label}: several are called ${text}.` };
  if (found[0] !== undefined) return { value: found[0] };
  const id = readId(text);
  if (id !== null && (await readable(write, entity, [id])).has(id)) return { value: id };
  return { problem: `${field.label}: there is no ${write.index.entity(entity).label} called ${text}.` };
}

function itemsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
