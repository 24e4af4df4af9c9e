import { type Field, message } from '@nonet/language';
import { NO_PLACE } from '../migrate/former/no-place.ts';
import { foreignKeyFields, uniqueIndexes } from '../migrate/schema.ts';
import type { PlanIndex } from '../plan-index.ts';
import { Refusal } from '../refusal.ts';
import { isOfDatabase } from '../store/connection-errors.ts';
import type { Queryable } from '../store/pool.ts';
import { OWN_PREFIX } from '../store/schema-names.ts';
import { fieldError, refuse, refuseFields, refuseInvalid } from './refuse.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * What was thrown as a refusal: it is one already, or an error of PostgreSQL that the document demands. A constraint has
 * its name in the version in use, so this process asks for the name by which it knows it. `client`: of this process,
 * outside of the failed transaction.
 */
export async function refusalOf(client: Queryable, index: PlanIndex, thrown: unknown): Promise<Refusal | null> {
  if (thrown instanceof Refusal) return thrown;
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  const isOfConstraint = thrown.code === UNIQUE_VIOLATION || thrown.code === FOREIGN_KEY_VIOLATION;
  if (!isOfConstraint) return databaseRefusal(index, thrown);
  const { rows } = await client.query<{ name: string }>(`select nonet.known_name('constraint', $1) as name`, [
    constraintOf(thrown),
  ]);
  return databaseRefusal(index, thrown, rows[0]?.name);
}

/** An error of PostgreSQL as a refusal, if the document demands it (a unique value, a reference); null for any other, which is a fault. */
export function databaseRefusal(
  index: PlanIndex,
  error: unknown,
  constraint = error instanceof Error ? constraintOf(error) : '',
): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error instanceof StillReferredTo)
    return refuse(index, 'IN_USE', { clause: referringField(index, constraint)?.clause ?? null });
  switch (error.code) {
    case UNIQUE_VIOLATION: {
      const unique = uniqueIndexes(index).get(constraint);
      // An index that only the version in use beside this one has.
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
      return danglingReference(index, constraint);
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
function referringField(index: PlanIndex, constraint: string): Field | null {
  const key = foreignKeyFields(index).get(constraint);
  return key === undefined ? null : index.findField(key.entity, key.field);
}

/**
 * Another transaction deleted the record while this one began to refer to it. The answer is the one of an unknown
 * record.
 */
function danglingReference(index: PlanIndex, constraint: string): Refusal {
  const field = referringField(index, constraint);
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
  if (!('schema' in error && 'table' in error)) return false;
  return error.schema !== 'nonet' && !String(error.table).startsWith(OWN_PREFIX);
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
