import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { TALKS } from '../../fixtures/talks.ts';
import { mayDo } from '../../reference/permissions.ts';
import { viewIn } from '../../reference/evaluate.ts';
import type { Answer, Case, Step } from '../../run/case.ts';
import { type Cases, DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { derivePrerequisites } from '../records/prerequisites.ts';
import { reach } from '../records/reach.ts';
import { deriveLists } from './lists.ts';
import { derivePages } from './pages.ts';

const talks = (context: DerivationContext) => {
  const entity = context.plan.entities.find(({ name }) => name === 'Talk');
  if (entity === undefined) throw new Error('The document has no talks.');
  return entity;
};

const WHOLE: Record<string, (context: DerivationContext) => Cases> = {
  'page by page': (context) => derivePages(context),
  'as a whole': (context) => deriveLists(context, talks(context)),
};

/** The records of a list that a step expects whole: of every page, or of a request that filters nothing. */
function expected(step: Step | undefined): readonly string[] | null {
  if (step?.kind === 'pages') return step.answer.ids;
  const answer: Answer | undefined = step?.kind === 'ask' ? step.expect.answer : undefined;
  return answer?.kind === 'page' ? answer.ids : null;
}

test.each(Object.keys(WHOLE))('a list %s holds what was made between two of its cases', (how) => {
  const context = new DerivationContext({
    plan: planOf(TALKS),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  expect([...derivePrerequisites(context)].length).toBeGreaterThan(0);
  const held: (readonly [title: string, records: number])[] = [];
  const isOfTalks = ({ title }: Case) => title.startsWith('The list of Talk');
  for (const derived of WHOLE[how]?.(context) ?? []) {
    if (!isOfTalks(derived)) continue;
    const step = derived.steps[0];
    const ids = expected(step);
    if (ids === null || step?.kind === 'together') continue;
    const readable = context.world
      .living('Talk')
      .filter(({ id }) => mayDo(step && 'as' in step ? step.as : null, 'read', viewIn(context.world, id)));
    expect(ids.toSorted(), derived.title).toEqual(readable.map(({ id }) => id).toSorted());
    held.push([derived.title, ids.length]);
    const another = reach(context, { entity: 'Talk', state: null, budget: 25 });
    if (another !== null) another.builder.prepared('Another talk', []);
  }
  expect(held.length).toBeGreaterThan(1);
  expect(held.at(-1)?.[1]).toBeGreaterThan(held[0]?.[1] ?? 0);
});
