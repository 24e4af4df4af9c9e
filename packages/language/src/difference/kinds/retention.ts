import { parseDuration } from '../../expression/duration.ts';
import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import { type Entity, KEPT_UNTIL } from '../../model/entities.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { durationWords } from '../duration-words.ts';
import { formerly } from '../former-names.ts';
import { keptEntities } from '../pairs.ts';

/** Point 3: how long records are kept. What is kept for a shorter time, or not for ever any more, is lost. */
export function retentionDifferences(comparison: Comparison): Found[] {
  const { former, now } = comparison;
  return keptEntities(comparison).flatMap((entity): Found[] => {
    const [was, is] = [retentionOf(former, entity.former), retentionOf(now, entity.now)];
    if (was === null && is === null) return [];
    const places = { clause: is?.clause ?? entity.now.clause, former: was?.clause ?? entity.former.clause };
    const name = `\`${entity.now.name}\``;
    if (is === null)
      return [
        { effect: 'behaviour', ...places, text: `${name}: its records are kept for ever; formerly ${was?.words}` },
      ];
    if (was === null)
      return [
        {
          effect: 'lost',
          ...places,
          text: `${name}: its records are deleted for good ${is.words}, with their history; formerly they were kept for ever`,
        },
      ];
    const isSameTime = was.after === is.after && was.length !== null && was.length === is.length;
    const isLonger = was.after === is.after && was.length !== null && is.length !== null && was.length < is.length;
    const isHeldAlike = comparison.isSame(was.hold, is.hold);
    if (isSameTime && isHeldAlike) return [];
    if (!isHeldAlike && isSameTime)
      return [
        {
          effect: is.hold === null ? 'lost' : 'undecided',
          ...places,
          text: `${name}: ${is.hold === null ? 'nothing keeps its records longer any more' : 'another condition keeps its records longer'}`,
        },
      ];
    return [
      {
        effect: isLonger && (isHeldAlike || was.hold === null) ? 'behaviour' : 'lost',
        ...places,
        text: `${name}: its records are deleted for good ${is.words}, formerly ${was.words}${isLonger ? ': they are kept longer' : ''}`,
      },
    ];
  });
}

interface Retention {
  readonly clause: string;
  readonly after: string;
  readonly words: string;
  /** In microseconds, months of 30 days; null if it is not known. */
  readonly length: number | null;
  /** The condition that keeps a record longer. */
  readonly hold: Expression | null;
}

function retentionOf({ constants }: Plan, { keptFor, fields }: Entity): Retention | null {
  const computed = fields.find(({ name }) => name === KEPT_UNTIL)?.computed ?? null;
  if (keptFor === null || computed === null) return null;
  let [value, hold]: [Expression, Expression | null] = [computed, null];
  // `if returned_on == null then null else if hold then null else returned_on + 2 years`
  while (value.kind === 'conditional') {
    const isEmpty = printExpression(value.condition).replaceAll(formerly(''), '') === `${keptFor.after} == null`;
    if (!isEmpty) hold = value.condition;
    value = value.otherwise;
  }
  const span = value.kind === 'binary' ? value.right : value;
  const name = span.kind === 'constant' ? span.name.replace(formerly(''), '') : null;
  const constant = constants.find((each) => each.name === name)?.value;
  const stated = constant?.kind === 'literal' ? constant.value : span.kind === 'literal' ? span.value : null;
  const duration = typeof stated === 'string' ? parseDuration(stated) : null;
  const length =
    duration === null ? null : (duration.months * 30 + duration.days) * 86_400_000_000 + duration.microseconds;
  const text = printExpression(span).replaceAll(formerly(''), '');
  const shown = name !== null && typeof stated === 'string' ? `\`${name}\` (${durationWords(stated)})` : `\`${text}\``;
  return { clause: keptFor.clause, after: keptFor.after, words: `${shown} after \`${keptFor.after}\``, length, hold };
}
