import { readFileSync } from 'node:fs';
import { coverageOf, renderGithub, renderHtml, renderJunit, renderText, reportProof } from '@nonet/proof';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

const desks = readFileSync(new URL('../fixtures/desks.md', import.meta.url), 'utf8');

/** The attributes that we write, by element, out of those that the schema of JUnit's reports has; in our order. */
const JUNIT: Readonly<Record<string, string>> = {
  testsuites: 'tests failures errors time',
  testsuite: 'name tests failures errors time skipped',
  properties: '',
  property: 'name value',
  testcase: 'classname name',
  failure: 'message',
  skipped: 'message',
};

function tagsIn(markup: string): [tag: string, attributes: string][] {
  return [...markup.matchAll(/<(\w+)((?: \w+="[^"<]*")*)\/?>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    [...attributes.matchAll(/ (\w+)=/g)].map(([, name]) => name).join(' '),
  ]);
}

/** The product of a small document, made from another document than its tests: what differs, and the clause that shows it. */
const OTHERS: readonly [what: string, from: string, to: string, clause: string][] = [
  ['whoever is signed in may give', 'given | clerk |', 'given | member |', '4.Request.status.give'],
  ['the guard forgets the day', 'desk == this.desk and day == this.day', 'desk == this.desk', '4.Request.status.give'],
  ['the guard forgets the state', 'day == this.day and status == "given"', 'day == this.day', '4.Request.status.give'],
  ['another status', 'TAKEN | 409', 'TAKEN | 422', '8.TAKEN'],
  ['other words', 'is given to somebody else on', 'is taken by somebody else on', '8.TAKEN'],
  [
    'only a clerk may create',
    '| may | others |\n| --- | --- |\n| read, create | yes |\n| update, delete | no |',
    '| may | clerk | others |\n| --- | --- | --- |\n| read | yes | yes |\n| create | yes | no |\n| update, delete | no | no |',
    '6.Request.create',
  ],
  ['everybody may delete', '| update, delete | no |', '| update | no |\n| delete | yes |', '6.Request.delete'],
  ['a desk less', 'enum(window, corner, stairs)', 'enum(window, corner)', '3.Request.desk'],
  ['the day is any text', '| day | date | |', '| day | text | 3..20 |', '3.Request'],
  ['a column less', 'columns | desk, day', 'columns | desk', '2.desks.columns.day'],
  ['an action less', 'actions | create, give', 'actions | create', '2.desks.actions.give'],
];

/** A sample of the others; `npm run test:thorough` runs all. */
const TIERS: readonly (readonly [name: string, others: typeof OTHERS, tags: 'thorough'[]])[] = [
  ['some', OTHERS.slice(0, 4), []],
  ['the others', OTHERS.slice(4), ['thorough']],
];

describe.each(TIERS)('a product in which (%s)', (_tier, others, tags) => {
  test.each(others)('%s is found out', { tags }, async (_what, from, to, clause) => {
    const text = desks;
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const proof = await proofOf(planOf(text), planOf(changed), { most: 3, only: [clause] });
    const failed = coverageOf(proof).clauses.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map((one) => one.clause)).toContain(clause);
  });
});

describe('a proof that failed', () => {
  const text = desks;
  const failing = () => proofOf(planOf(text), planOf(text.replace('given | clerk |', 'given | member |')), { most: 2 });

  test('is reported in each form, with the line, the request and a command that repeats it', async () => {
    const proof = await failing();
    const plain = (part: string) => part;
    const shown = renderText(proof, 'spec.md', { bold: plain, dim: plain, red: plain, green: plain });
    expect(shown).toMatch(/spec\.md:\d+ {2}4\.Request\.status\.give\n.*\| give \| asked \| given \| clerk \|/);
    expect(shown).toMatch(/POST \/api\/requests\/[0-9a-f-]+\/give/);
    expect(shown).toContain('again: nonet test spec.md --seed 1 --only 4.Request.status.give');
    const schema = JSON.parse(
      readFileSync(new URL('../../../../docs/schemas/proof.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect([validate(JSON.parse(JSON.stringify(reportProof(proof, 'spec.md')))), validate.errors]).toEqual([
      true,
      null,
    ]);
    const junit = renderJunit(proof, 'spec.md');
    expect(junit).toMatch(/name="4\.Request\.status\.give"><failure message="[^"]+">spec\.md:\d+\n/);
    expect(tagsIn(junit).filter(([tag, attributes]) => attributes !== JUNIT[tag])).toEqual([]);
    expect(renderGithub(proof, 'spec.md', plain)).toMatch(/^::error file=spec\.md,line=\d+,title=4\.Request/m);
    const page = renderHtml(proof, 'spec.md');
    expect(page).toContain('4.Request.status.give');
    expect(page).not.toMatch(/<script|https?:\/\//);
  });

  test('can be asked again for one clause alone', { tags: ['thorough'] }, async () => {
    const text = desks;
    const product = planOf(text.replace('given | clerk |', 'given | member |'));
    const proof = await proofOf(planOf(text), product, { most: 1, only: ['4.Request.status.give'] });
    expect(proof.failures).toHaveLength(1);
    expect(proof.cases.length).toBeLessThan(30);
  });
});
