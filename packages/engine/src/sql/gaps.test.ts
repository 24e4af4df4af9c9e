import { readFileSync } from 'node:fs';
import { checkDocument, type Plan } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { tiersOf } from '@nonet/testing/tiers';
import type { ListQuery, Actor } from '../engine.ts';
import { type Story, startStory } from '../fixtures/story.ts';
import { Refusal } from '../refusal.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';

const EXPENSES = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const ALL: ListQuery = {
  ...WHOLE_LIST,
  count: true,
};
const OPTIONS = { ifMatch: null };
const ANONYMOUS: Actor = { userId: null, roles: [] };

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan !== null) return plan;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
}

/** The body of a heading, or a cell of the first row that begins so, is not shown. */
function withoutBody(heading: string): string {
  const lines = EXPENSES.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  const level = heading.indexOf(' ');
  const end = lines.findIndex((line, at) => at > start && /^#+ /.test(line) && line.indexOf(' ') <= level);
  return lines.toSpliced(start + 1, (end < 0 ? lines.length : end) - start - 1, '', 'not shown', '').join('\n');
}

function withoutCell(row: string, column: number): string {
  const line = EXPENSES.split('\n').find((candidate) => candidate.startsWith(`| ${row} |`)) ?? '';
  const cells = line.slice(2, -2).split(' | ');
  return EXPENSES.replace(line, `| ${cells.with(column, 'not shown').join(' | ')} |`);
}

/** A guard that needs a constant which is not shown. */
const GUARD_WITHOUT_LIMIT = EXPENSES.replace('| MAX_DRAFTS |', '| MARGIN | not shown | |\n| MAX_DRAFTS |').replace(
  '`owner.supervisor != null`',
  '`owner.supervisor != null and size(purpose) < MARGIN`',
);

/** The result of an attempt: `done`, or the code of its refusal. Anything else is a fault of the product. */
async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.clause ?? ''}`.trim();
    return `FAULT ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Goes through the product as several people, and says what each attempt came to. */
async function tryEverything(story: Story): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  const { engine } = story;
  const people: readonly (readonly [string, Actor])[] = [
    ['emma', await story.actor('emma@example.com')],
    ['mo', await story.actor('mo@example.com')],
    ['finn', await story.actor('finn@example.com')],
    ['nobody', ANONYMOUS],
  ];
  const entities = engine.plan.entities.map(({ name }) => name);
  const emma = people[0]?.[1] ?? ANONYMOUS;
  const hasCategory = engine.plan.entities.some(({ name }) => name === 'Category');
  const category = hasCategory ? await story.find('category', 'name', 'Travel') : null;
  const body = {
    purpose: 'A visit to Utrecht',
    from: '2026-11-18',
    to: '2026-11-19',
    lines: [{ date: '2026-11-18', category, description: 'Train', amount: '20.00' }],
  };
  let id: string | null = null;
  outcomes['emma creates a claim'] = await attempt(async () => {
    const fields = engine.plan.entities.find(({ name }) => name === 'Claim')?.fields ?? [];
    const known = Object.entries(body).filter(([name]) =>
      fields.some((field) => field.name === name && field.type.kind !== 'open'),
    );
    id = (await engine.create(emma, 'Claim', Object.fromEntries(known), OPTIONS)).record.id;
  });
  for (const [name, who] of people) {
    for (const entity of entities) {
      outcomes[`${name} lists ${entity}`] = await attempt(() => engine.list(who, entity, ALL));
    }
    for (const screen of engine.plan.screens) {
      if (screen.kind === 'dashboard')
        outcomes[`${name} opens ${screen.slug}`] = await attempt(() => engine.dashboard(who, screen.slug));
      else if (screen.entity !== null && screen.kind !== 'form')
        outcomes[`${name} opens ${screen.slug}`] = await attempt(() =>
          engine.list(who, screen.entity ?? '', { ...ALL, screen: screen.slug }),
        );
    }
    const claim = id ?? '00000000-0000-7000-8000-000000000000';
    outcomes[`${name} asks what can be done`] = await attempt(() => engine.can(who, 'Claim', claim));
    outcomes[`${name} asks for the history`] = await attempt(() => engine.history(who, 'Claim', claim));
    for (const event of ['submit', 'approve', 'pay']) {
      outcomes[`${name} ${event}s`] = await attempt(() => engine.fire(who, 'Claim', claim, event, {}, OPTIONS));
    }
  }
  return outcomes;
}

describe('a product with gaps refuses what needs them, and never fails', () => {
  describe.each(
    tiersOf<[string, string, string, string]>(
      [
        ['no point 4', withoutBody('## 4.'), 'emma submits', 'NOT_SPECIFIED 4'],
        ['no point 6', withoutBody('## 6.'), 'emma lists Claim', 'NOT_SPECIFIED 6'],
        ['no point 9', withoutBody('## 9.'), 'emma lists Category', 'done'],
        ['an entity', withoutBody('### Line'), 'emma lists Project', 'done'],
        ['the owned entity’s reference', withoutBody('### Category'), 'emma lists Project', 'done'],
        ['a workflow', withoutBody('### Claim.status'), 'emma submits', 'NOT_SPECIFIED 4.Claim.status'],
        ['the roles', withoutBody('### Roles'), 'emma lists Claim', 'done'],
        ['the permissions of an entity', withoutBody('#### Claim'), 'emma creates a claim', 'NOT_SPECIFIED 6.Claim'],
        ['the type of a text', withoutCell('purpose', 1), 'emma lists Project', 'done'],
        [
          'the type of what is unique',
          withoutCell('code | text', 1),
          'emma lists Project',
          'NOT_SPECIFIED 3.Project.code',
        ],
        ['the type of a list', withoutCell('lines | list of Line', 1), 'emma lists Project', 'done'],
        ['the type of a computed field', withoutCell('total', 1), 'emma lists Project', 'done'],
        ['the type of the state', withoutCell('status | state', 1), 'emma lists Project', 'done'],
        ['the type of the owner', withoutCell('owner | User', 1), 'emma lists Project', 'done'],
        ['who a role is', withoutCell('owner | `owner == user`', 1), 'emma lists Project', 'done'],
        ['a guard', withoutCell('submit', 4), 'emma submits', 'NOT_SPECIFIED 4.Claim.status.submit.when'],
        ['who may', withoutCell('submit', 3), 'emma submits', 'NOT_SPECIFIED 4.Claim.status.submit.by'],
        ['where it starts', withoutCell('submit', 1), 'emma submits', 'NOT_SPECIFIED 4.Claim.status.submit.from'],
        ['what a guard needs', GUARD_WITHOUT_LIMIT, 'emma asks what can be done', 'done'],
        ['where it leads', withoutCell('submit', 2), 'emma submits', 'NOT_SPECIFIED 4.Claim.status.submit.to'],
        ['which state is first', withoutCell('draft', 1), 'emma lists Project', 'done'],
        ['a rule’s condition', withoutCell('V1', 2), 'emma creates a claim', 'done'],
        ['a limit', withoutCell('MAX_DRAFTS', 1), 'emma creates a claim', 'NOT_SPECIFIED 9.MAX_DRAFTS'],
        ['the limit of a computed field', withoutCell('MANAGER_LIMIT', 1), 'emma lists Project', 'done'],
      ],
      2,
    ),
  )('%s', (_tier, cases, tags) => {
    test.each(cases)('%s', { tags }, async (_, text, what, outcome) => {
      const story = await startStory(planOf(text), {
        MAIL_URL: 'http://127.0.0.1:9',
        LEDGER_URL: 'http://127.0.0.1:9',
        LEDGER_TOKEN: 'x',
      });
      try {
        const outcomes = await tryEverything(story);
        expect(Object.entries(outcomes).filter(([, found]) => found.startsWith('FAULT'))).toEqual([]);
        expect(outcomes[what]).toBe(outcome);
      } finally {
        await story.end();
      }
    });
  });
});
