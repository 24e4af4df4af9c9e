import { isSameConversion, type ResolvedConversion, readConversions } from '../check/resolve/conversions.ts';
import type { ResolvedOrigin } from '../check/resolve/origins.ts';
import type { Expression } from '../expression/tree.ts';
import { walk } from '../expression/walk.ts';
import type { ClauseAddress } from '../model/clause.ts';
import type { FieldType } from '../model/entities.ts';
import { hasColumn, hasForm, hasValue } from '../model/field-kinds.ts';
import type { Plan } from '../plan/plan.ts';
import type { Comparison } from './comparison.ts';

const known = new WeakMap<Comparison, ReturnType<typeof readConversions>>();

/** The conversions (3, `from`) that the new document states and the former did not, with the names of the former. */
export function newConversions(comparison: Comparison): readonly ResolvedConversion[] {
  return readNew(comparison).conversions;
}

/** The former records that new entities are made from (3, the setting `from`). */
export function newOrigins(comparison: Comparison): readonly ResolvedOrigin[] {
  return readNew(comparison).origins;
}

function readNew(comparison: Comparison): ReturnType<typeof readConversions> {
  const { former, now } = comparison;
  const before = known.get(comparison);
  if (before !== undefined) return before;
  const stated = now.conversions.filter(
    (conversion) =>
      !former.conversions.some(
        (other) =>
          other.entity === conversion.entity && other.field === conversion.field && isSameConversion(other, conversion),
      ),
  );
  const found = readConversions(now, stated, former);
  known.set(comparison, found);
  return found;
}

/** Whether the field of a clause gets its values by a new conversion. */
export function isConverted(comparison: Comparison, clause: ClauseAddress): boolean {
  return newConversions(comparison).some(({ conversion }) => conversion.clause === clause);
}

/** The clauses of the conversions, and of the keys of new entities, that read a former field. */
export function readBy(comparison: Comparison, entity: string, field: string): readonly ClauseAddress[] {
  const conversions = newConversions(comparison).map(
    ({ conversion, expression }) => [conversion.clause, expression] as const,
  );
  const origins = newOrigins(comparison).flatMap(({ origin, where, key }) =>
    // If a field is the whole condition, the existence of a record tells the field's value.
    [where?.kind === 'field' ? where : null, key].map((expression) => [origin.clause, expression] as const),
  );
  return [
    ...new Set(
      [...conversions, ...origins].flatMap(([clause, expression]) =>
        expression !== null && reads(expression, entity, field) ? [clause] : [],
      ),
    ),
  ];
}

function reads(expression: Expression, entity: string, field: string): boolean {
  let isRead = false;
  walk(expression, (part) => {
    const { of } = part.kind === 'field' ? part : { of: null };
    if (part.kind === 'field' && part.field === field && of?.type.kind === 'record' && of.type.entity === entity)
      isRead = true;
    if (part.kind === 'query' && part.source.kind === 'list' && part.source.field === field) isRead = true;
  });
  return isRead;
}

/** Whether every value of the one type is a value of the other, but for limits. */
export function keepsValues(
  before: FieldType,
  after: FieldType,
  former: Plan,
  now: Plan,
  sameEntity: (was: string, is: string) => boolean,
): boolean {
  if (
    hasValue(before, 'text', 'made text', 'choice') &&
    ((hasValue(after, 'text') && !hasForm(after)) || after.kind === 'enum')
  )
    return true;
  if (hasValue(before, 'choice') && hasValue(after, 'choice')) return true;
  if (before.kind === 'integer' && after.kind === 'decimal') return true;
  if (hasValue(before, 'file') && hasValue(after, 'file')) return true;
  if (before.kind !== after.kind) return false;
  if ('entity' in before && 'entity' in after) return sameEntity(before.entity, after.entity);
  if (before.kind === 'money' && after.kind === 'money')
    return (before.currency ?? former.settings.currency) === (after.currency ?? now.settings.currency);
  return true;
}

/** Whether records store the field's values themselves: it is neither computed, nor a list that other records hold. */
export function isStoredField(field: {
  readonly type: FieldType;
  readonly computed: unknown;
  readonly derived: boolean;
}): boolean {
  return !field.derived && field.computed === null && hasColumn(field.type);
}
