import type { ReceivedMail } from '../../model/received.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData } from '../equal.ts';

/** Point 7, the mail that is received: from whom, and what becomes of it. */
export function receivedDifferences(comparison: Comparison): Found[] {
  const { former, now } = comparison;
  const gone = former.received.flatMap(({ name, clause }): Found[] => {
    if (now.received.some((received) => received.name === name)) return [];
    return [{ effect: 'narrower', clause: null, former: clause, text: `the received mail \`${name}\` is gone` }];
  });
  return [
    ...gone,
    ...now.received.flatMap((received): Found[] => {
      const { name, clause } = received;
      const before = former.received.find((other) => other.name === name);
      if (before !== undefined) return keptMail(comparison, before, received);
      return [{ effect: 'wider', clause, former: null, text: `the received mail \`${name}\` is new` }];
    }),
  ];
}

function keptMail({ names }: Comparison, was: ReceivedMail, is: ReceivedMail): Found[] {
  const found: Found[] = [];
  const report = (words: string, effect: Found['effect'] = 'behaviour') =>
    found.push({ effect, clause: is.clause, former: was.clause, text: `the received mail \`${is.name}\` ${words}` });
  const renamed = (entity: string | null) => (entity === null ? null : names.entity(entity));
  if (!isSameData(was.address, is.address, NOTHING)) report('has another address');
  const before = was.by === 'everyone' ? null : new Set(was.by.map((role) => names.role(role) ?? role));
  const after = is.by === 'everyone' ? null : new Set(is.by);
  if (isWider(before, after)) report('is taken of others as well', 'wider');
  if (isWider(after, before)) report('is not taken any more of some of whom it was', 'narrower');
  if (renamed(was.entity) !== is.entity) report('becomes a record of another entity');
  else if (was.entity !== null) {
    const of = was.entity;
    const takes = was.takes.map((taken) => ({ ...taken, field: names.field(of, taken.field) ?? taken.field }));
    if (
      !isSameData(
        takes.map(({ field, part }) => [field, part]),
        is.takes.map(({ field, part }) => [field, part]),
        NOTHING,
      )
    )
      report('gives other values to its record');
  }
  if (renamed(was.replies) !== is.replies)
    report(is.replies === null ? 'makes no comments of answers any more' : 'makes comments of answers');
  return found;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether the second is for somebody whom the first is not for; null: everybody. */
function isWider(first: ReadonlySet<string> | null, second: ReadonlySet<string> | null): boolean {
  if (first === null) return false;
  return second === null || [...second].some((role) => !first.has(role));
}
