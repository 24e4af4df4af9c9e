import type { Paper } from '../../model/papers.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';
import { renamedPart } from './outbound-calls.ts';

/** Point 7, the papers: who may make them, of which records, and what they say. */
export function paperDifferences(comparison: Comparison): Found[] {
  const { former, now } = comparison;
  const gone = former.papers.flatMap((paper): Found[] => {
    if (now.papers.some(({ name }) => name === paper.name)) return [];
    return [{ effect: 'breaking', clause: null, former: paper.clause, text: `the paper \`${paper.name}\` is gone` }];
  });
  return [
    ...gone,
    ...now.papers.flatMap((paper): Found[] => {
      const before = former.papers.find(({ name }) => name === paper.name);
      if (before !== undefined) return keptPaper(comparison, before, paper);
      return [{ effect: 'compatible', clause: paper.clause, former: null, text: `the paper \`${paper.name}\` is new` }];
    }),
  ];
}

function keptPaper(comparison: Comparison, was: Paper, is: Paper): Found[] {
  const found: Found[] = [];
  const report = (words: string, effect: Found['effect'] = 'behaviour') =>
    found.push({ effect, clause: is.clause, former: was.clause, text: `the paper \`${is.name}\` ${words}` });
  const { names } = comparison;
  if (was.entity !== null && names.entity(was.entity) !== is.entity) report('is made of other records', 'breaking');
  const [before, after] = [namesOf(was.for, (role) => names.role(role)), namesOf(is.for, (role) => role)];
  if (isWider(before, after)) report('may be made by others as well', 'wider');
  if (isWider(after, before)) report('may not be made any more by some who might make it', 'narrower');
  if ((was.content === null) !== (is.content === null))
    report(is.content === null ? 'is not made any more: not all of it is shown' : 'is made: all of it is shown now');
  else if (was.content !== null && is.content !== null)
    for (const [part, words] of [
      ['title', 'has another title'],
      ['header', 'has another header'],
      ['footer', 'has another footer'],
      ['body', 'has other words'],
    ] as const)
      if (!isSameData(renamedPart(comparison, was.content[part]), is.content[part], TYPES)) report(words);
  if (was.language !== is.language) report('is in another language');
  if (was.size !== is.size || was.isLandscape !== is.isLandscape) report('has another size');
  if (was.logo !== is.logo) report('has another logo');
  return found;
}

const TYPES: ReadonlySet<string> = new Set([...PLACES_AND_WORDS, 'type', 'range']);

/** The roles that a paper is for, by their new names; null: everybody. */
function namesOf(audience: Paper['for'], nameOf: (role: string) => string | null): ReadonlySet<string> | null {
  return audience === 'everyone' ? null : new Set(audience.map((role) => nameOf(role) ?? role));
}

/** Whether the second is for somebody whom the first is not for. */
function isWider(first: ReadonlySet<string> | null, second: ReadonlySet<string> | null): boolean {
  if (first === null) return false;
  return second === null || [...second].some((role) => !first.has(role));
}
