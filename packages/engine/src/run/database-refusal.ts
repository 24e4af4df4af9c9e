import { type Field, message } from '@nonet/language';
import { NO_PLACE } from '../migrate/former/no-place.ts';
import { foreignKeyFields, uniqueIndexes } from '../migrate/schema.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Refusal } from '../refusal.ts';
import { isOfDatabase } from '../store/connection-errors.ts';
import { fieldError, refuse, refuseFields, refuseInvalid } from './refuse.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** An error of PostgreSQL as a refusal, if the document demands it (a unique value, a reference); null for any other, which is a fault. */
export function databaseRefusal(index: PlanIndex, error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error instanceof StillReferredTo)
    return refuse(index, 'IN_USE', { clause: referringField(index, error)?.clause ?? null });
  const constraint = constraintOf(error);
  switch (error.code) {
    case '23505': {
      const unique = uniqueIndexes(index).get(constraint);
      // An index of the version that is in use beside this one.
      if (unique === undefined) return isOfProduct(error) ? refuse(index, 'NOT_UNIQUE') : null;
      const entity = index.entity(unique.entity);
      // The owner of an owned child is no field of it.
      const labels = unique.fields.map(
        (field) => (index.findField(unique.entity, field) ?? index.entity(entity.owner?.entity ?? '')).label,
      );
      const words = message('notUnique', { entity: entity.label, labels });
      const [stated = null] = unique.fields.flatMap((field) => index.findField(unique.entity, field) ?? []);
      // Uses the message of point 8, if it states one.
      const ofField = stated === null ? null : fieldError(index, 'NOT_UNIQUE', stated, stated.name, words);
      return refuse(index, 'NOT_UNIQUE', {
        clause: unique.clause,
        words,
        errors: ofField === null ? [] : [{ ...ofField, clause: unique.clause }],
      });
    }
    case FOREIGN_KEY_VIOLATION:
      return danglingReference(index, error);
    case '22001':
      return beyondType(index, error, 'TOO_LONG', 'beyondText');
    case '22003':
      return beyondType(index, error, 'OUT_OF_RANGE', 'beyondNumber');
    case '22008':
      return beyondType(index, error, 'OUT_OF_RANGE', 'beyondTime');
    case NO_PLACE:
      return refuse(index, 'NOT_ALLOWED', {
        clause: 'detail' in error && typeof error.detail === 'string' ? error.detail : null,
        words: message('laterVersion', { why: error.message }),
      });
    // There were so many parallel writes that the last attempt lost, too.
    case '40001':
    case '40P01':
      return refuse(index, 'UNAVAILABLE');
    default:
      return null;
  }
}

/** A value exceeds the type of its field. The statement that computed the value says which field that is. */
function beyondType(
  index: PlanIndex,
  error: object,
  code: 'TOO_LONG' | 'OUT_OF_RANGE',
  words: 'beyondText' | 'beyondNumber' | 'beyondTime',
): Refusal {
  const table = 'table' in error && typeof error.table === 'string' ? error.table : '';
  const name = 'column' in error && typeof error.column === 'string' ? error.column : '';
  const field = index.findField(table, name);
  if (field === null) return refuse(index, code, { words: message(words) });
  return refuseFields(index, [
    fieldError(index, code, field, field.name, message('beyondType', { label: field.label })),
  ]);
}

/** The field behind a foreign key, by the key's name; null for keys of the engine's own columns. */
function referringField(index: PlanIndex, error: object): Field | null {
  const key = foreignKeyFields(index).get(constraintOf(error));
  return key === undefined ? null : index.findField(key.entity, key.field);
}

/**
 * Another transaction deleted the record while this one began to refer to it. The answer is the one of an unknown
 * record.
 */
function danglingReference(index: PlanIndex, error: Error): Refusal {
  const field = referringField(index, error);
  if (field === null) return refuse(index, 'IN_USE', { clause: null });
  const words = message('missing', { label: field.label });
  return refuseInvalid(index, [fieldError(index, 'INVALID', field, field.name, words)]);
}

/**
 * A statement deleted a record while another one came to refer to it, and neither saw the other. PostgreSQL has the
 * same SQLSTATE for a reference to a deleted record and distinguishes the two only by its message, which is in the
 * server's language: so the statement itself says on which side it was.
 */
export class StillReferredTo extends Error {
  readonly code = FOREIGN_KEY_VIOLATION;
  /** The name of the foreign key. */
  readonly constraint: string;

  constructor(cause: Error) {
    super('A record is still referred to.', { cause });
    this.constraint = constraintOf(cause);
  }
}

/**
 * The error of a statement that deletes: `StillReferredTo` if a foreign key prevents it, otherwise the error itself.
 */
export function errorOfDelete(error: unknown): unknown {
  const isReferredTo = error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
  return isReferredTo ? new StillReferredTo(error) : error;
}

function isOfProduct(error: object): boolean {
  return 'schema' in error && error.schema === 'product';
}

function constraintOf(error: object): string {
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}

/** PostgreSQL's classes of errors that pass: of the connection, of others at the same time, of its resources and its operators. */
const PASSING = new Set(['08', '40', '53', '55', '57', '58']);

/** Whether the same work would fail again: an invalid statement, or a fault of the program. */
export function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return isOfDatabase(error) && !PASSING.has((error.code ?? '').slice(0, 2));
}
