import { message } from '@nonet/language';
import { foreignKeyFields, uniqueIndexes } from '../migrate/schema.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Refusal } from '../refusal.ts';
import { fieldError, refuse, refuseFields, refuseInvalid } from './refuse.ts';

/** What PostgreSQL refuses on the document's behalf, as a refusal; null for everything else, which is a fault. */
export function databaseRefusal(index: PlanIndex, error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
  switch (error.code) {
    case '23505': {
      const unique = uniqueIndexes(index).get(constraint);
      if (unique === undefined) return null;
      const entity = index.entity(unique.entity);
      // The owner of an owned child is no field of it.
      const labels = unique.fields.map(
        (field) => (index.findField(unique.entity, field) ?? index.entity(entity.owner?.entity ?? '')).label,
      );
      const words = message('notUnique', { entity: entity.label, labels });
      const [stated = null] = unique.fields.flatMap((field) => index.findField(unique.entity, field) ?? []);
      // In the words of point 8, where it has its own.
      const error = stated === null ? null : fieldError(index, 'NOT_UNIQUE', stated, stated.name, words);
      return refuse(index, 'NOT_UNIQUE', {
        clause: unique.clause,
        words,
        errors: error === null ? [] : [{ ...error, clause: unique.clause }],
      });
    }
    case '23503':
      return danglingReference(index, constraint, error.message);
    case '22001':
    case '22003':
    case '22008':
      return beyondType(index, error);
    // So many wrote at once that even the last attempt lost.
    case '40001':
    case '40P01':
      return refuse(index, 'UNAVAILABLE');
    default:
      return null;
  }
}

/** A value is beyond what its field's type holds: which field that is, the statement says where it computed the value. */
function beyondType(index: PlanIndex, error: Error & { readonly code?: unknown }): Refusal {
  const text = (name: 'table' | 'column'): string => {
    const value = (error as { readonly table?: unknown; readonly column?: unknown })[name];
    return typeof value === 'string' ? value : '';
  };
  const code = error.code === '22001' ? 'TOO_LONG' : 'OUT_OF_RANGE';
  const field = index.findField(text('table'), text('column'));
  if (field === null) {
    const words = { '22001': 'beyondText', '22003': 'beyondNumber', '22008': 'beyondTime' } as const;
    return refuse(index, code, { words: message(words[error.code as keyof typeof words]) });
  }
  return refuseFields(index, [
    fieldError(index, code, field, field.name, message('beyondType', { label: field.label })),
  ]);
}

/**
 * One was deleted while another came to refer to it, and each saw the other not yet: whoever refers gets the answer
 * for an unknown record, whoever deletes gets the one for a record in use.
 */
function danglingReference(index: PlanIndex, constraint: string, serverMessage: string): Refusal {
  const key = foreignKeyFields(index).get(constraint);
  const field = key === undefined ? null : index.findField(key.entity, key.field);
  if (field === null || !serverMessage.startsWith('insert or update'))
    return refuse(index, 'IN_USE', { clause: field?.clause ?? null });
  const words = message('missing', { label: field.label });
  return refuseInvalid(index, [fieldError(index, 'INVALID', field, field.name, words)]);
}

/** PostgreSQL's classes of errors that pass: of the connection, of others at the same time, of its resources and its operators. */
const PASSING = new Set(['08', '40', '53', '55', '57', '58']);

/** Whether a fault would come again with the same work: of a statement that can't be run, or of the program. */
export function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return (
    error instanceof Error &&
    'severity' in error &&
    error.severity === 'ERROR' &&
    !PASSING.has(String('code' in error ? error.code : '').slice(0, 2))
  );
}
