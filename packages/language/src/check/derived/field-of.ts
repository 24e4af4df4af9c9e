import type { Expression } from '../../expression/tree.ts';
import { thisRecord } from '../analysis/build.ts';
import type { Context } from '../context.ts';

/** The field of the record of a clause, with its type; null if there is none. */
export function fieldOf(context: Context, entity: string, name: string): Expression | null {
  const type = context.schema.entities.get(entity)?.fields.get(name);
  return type ? { kind: 'field', of: thisRecord(entity), field: name, type } : null;
}
