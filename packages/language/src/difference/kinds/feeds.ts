import type { Feed } from '../../model/feeds.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData } from '../equal.ts';

/** Point 7, the tables that are fetched or received: from where, with whose rights, and what becomes of their rows. */
export function feedDifferences(comparison: Comparison): Found[] {
  const { former, now, names } = comparison;
  const gone = former.feeds.flatMap(({ name, clause }): Found[] => {
    if (now.feeds.some((feed) => feed.name === names.call(name))) return [];
    return [{ effect: 'narrower', clause: null, former: clause, text: `the feed \`${name}\` is gone` }];
  });
  return [
    ...gone,
    ...now.feeds.flatMap((feed): Found[] => {
      const { name, clause } = feed;
      const before = former.feeds.find((other) => names.call(other.name) === name);
      if (before !== undefined) return keptFeed(comparison, before, feed);
      return [{ effect: 'wider', clause, former: null, text: `the feed \`${name}\` is new` }];
    }),
  ];
}

function keptFeed({ names }: Comparison, was: Feed, is: Feed): Found[] {
  const found: Found[] = [];
  const report = (words: string, effect: Found['effect'] = 'behaviour') =>
    found.push({ effect, clause: is.clause, former: was.clause, text: `the feed \`${is.name}\` ${words}` });
  const differs = (before: unknown, after: unknown) => !isSameData(before, after, RANGES);
  const entity = was.entity === null ? null : names.entity(was.entity);
  const field = (name: string) => (was.entity === null ? name : names.field(was.entity, name));
  if (differs([was.fetches, was.receivedWith], [is.fetches, is.receivedWith]))
    report(is.fetches === null ? 'is received otherwise' : 'is fetched from elsewhere, or with other headers');
  if (differs(was.when, is.when)) report('is fetched at other times');
  if (differs(was.format, is.format)) report('has another format');
  if (differs(was.by, is.by)) report('is taken with the rights of somebody else', 'undecided');
  if (entity !== is.entity) report('becomes records of another entity');
  else {
    if ((was.key === null ? null : field(was.key)) !== is.key) report('finds its records by another key');
    const takes = was.takes.map((taken) => ({ ...taken, field: field(taken.field) }));
    if (differs(takes, is.takes)) report('gives other values to its records');
    if (differs(was.missing, is.missing))
      report(
        is.missing === null
          ? 'leaves records as they are whose rows are missing'
          : 'lets something else happen to records whose rows are missing',
      );
  }
  if (was.makesNew !== is.makesNew) report(is.makesNew ? 'makes new records' : 'makes no new records any more');
  if (was.keptDays !== is.keptDays) report(`keeps its runs for ${is.keptDays} days`);
  return found;
}

/** Places inside expressions say nothing about what they mean. */
const RANGES: ReadonlySet<string> = new Set(['range']);
