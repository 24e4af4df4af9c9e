import { beside, type Diagnostic, hasCode } from '../../diagnostics/diagnostic.ts';
import { hasTrait } from '../../diagnostics/meaning.ts';
import { isWithin } from '../../source/span.ts';

/** What reasoning finds, without what stands where a mistake was found before it, or follows from another finding. */
export function withoutExplained(reasoned: readonly Diagnostic[], read: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = read.filter(({ severity }) => severity === 'error');
  const isUnheld = reasoned.some(({ code }) => code === 'N658');
  const never = new Set(reasoned.flatMap((one) => (hasCode(one, 'N451') ? one.details.event : [])));
  // A rule that nothing breaks or keeps is reported as that, and not for what it reads.
  const settled = new Set(reasoned.flatMap(({ code, clause }) => (code === 'N551' || code === 'N552' ? [clause] : [])));
  const reported = reasoned.filter(
    (one) =>
      !(isUnheld && hasTrait(one, 'nobody can')) &&
      !(hasCode(one, 'N456') && typeof one.details.why === 'object' && never.has(one.details.why.neverHolds)) &&
      !(one.code === 'N556' && settled.has(one.clause)) &&
      !errors.some((error) => isWithin(error.span, one.span)),
  );
  return oncePerEntity(reported);
}

/** Where nobody creates or reads an entity (N351, N352), everything that its screens cannot do becomes one error beside that one. */
function oncePerEntity(reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const none = new Map(
    reasoned.flatMap((one) => (hasTrait(one, 'never there') ? [[(one.clause ?? '').replace(/^3\./, ''), one]] : [])),
  );
  const groups = Map.groupBy(
    reasoned.filter((one) => none.has(entityOf(one))),
    entityOf,
  );
  return reasoned.flatMap((one) => {
    if (hasTrait(one, 'never there') && groups.has((one.clause ?? '').replace(/^3\./, ''))) return [];
    const [first, ...others] = groups.get(entityOf(one)) ?? [one];
    if (first !== one) return [];
    const reason = none.get(entityOf(one));
    const related = [...others, ...(reason ? [reason] : [])].map(beside);
    return related.length === 0 ? one : { ...one, related: [...(one.related ?? []), ...related] };
  });
}

/** The entity with which nobody can do something on a screen; empty where it is not that. */
function entityOf(one: Diagnostic): string {
  if (hasCode(one, 'N219')) return one.details.entity;
  return hasCode(one, 'N220') && typeof one.details.why === 'object' ? one.details.why.entity : '';
}
