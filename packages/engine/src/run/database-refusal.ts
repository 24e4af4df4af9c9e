import { uniqueIndexes } from '../migrate/schema.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from './refuse.ts';

/** What PostgreSQL refuses on the document's behalf, as a refusal; null for everything else, which is a fault. */
export function databaseRefusal(index: PlanIndex, error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
  switch (error.code) {
    case '23505': {
      const unique = uniqueIndexes(index).get(constraint);
      if (unique === undefined) return null;
      const entity = index.entity(unique.entity);
      const labels = unique.fields.map((field) => index.field(unique.entity, field).label.toLowerCase());
      const message = `Another ${entity.label.toLowerCase()} has this ${labels.join(' and ')} already.`;
      return refuse(index, 'NOT_UNIQUE', {
        clause: unique.clause,
        message,
        errors: [{ field: unique.fields[0] ?? null, code: 'NOT_UNIQUE', message, clause: unique.clause }],
      });
    }
    case '23503':
      return refuse(index, 'IN_USE');
    case '22003':
      return refuse(index, 'OUT_OF_RANGE', { message: 'A number is larger than its field can hold.' });
    // So many wrote at once that even the last attempt lost.
    case '40001':
    case '40P01':
      return refuse(index, 'UNAVAILABLE');
    default:
      return null;
  }
}
