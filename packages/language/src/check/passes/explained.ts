import { beside, type Diagnostic, hasCode } from '../../diagnostics/diagnostic.ts';
import { hasTrait } from '../../diagnostics/meaning.ts';
import { isWithin } from '../../source/span.ts';
import { isNobodyDoes } from '../../diagnostics/codes/screens.ts';

/**
 * The results of reasoning, without those at the place of another mistake, and without those that follow from another
 * result.
 */
export function withoutExplained(reasoned: readonly Diagnostic[], read: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = read.filter(({ severity }) => severity === 'error');
  const isUnheld = reasoned.some(({ code }) => code === 'N658');
  const never = new Set(reasoned.flatMap((one) => (hasCode(one, 'N451') ? one.details.event : [])));
  // A rule that is always broken or always kept is reported itself, and the fields that it reads are not.
  const settled = new Set(reasoned.flatMap(({ code, clause }) => (code === 'N551' || code === 'N552' ? [clause] : [])));
  const reported = reasoned.filter(
    (one) =>
      !(isUnheld && hasTrait(one, 'nobody can')) &&
      !(hasCode(one, 'N456') && one.details.why.because === 'guard' && never.has(one.details.why.event)) &&
      !(one.code === 'N556' && settled.has(one.clause)) &&
      !errors.some((error) => isWithin(error.span, one.span)),
  );
  return oncePerEntity(reported);
}

/**
 * If nobody creates or reads an entity (N351, N352), all impossible actions of its screens become related places of
 * that one error.
 */
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

/** The entity of an action on a screen that nobody can take; empty for other diagnostics. */
function entityOf(one: Diagnostic): string {
  if (hasCode(one, 'N219')) return one.details.entity;
  return hasCode(one, 'N220') && isNobodyDoes(one.details.why) ? one.details.why.entity : '';
}
