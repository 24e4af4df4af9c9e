import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import { columns } from '../diagnostics/render/excerpt.ts';
import type { Plan } from '../plan/plan.ts';
import { AUDIENCES } from './difference.ts';
import { renderDifferencesMarkdown } from './render/markdown.ts';
import { renderDifferencesSarif } from './render/sarif.ts';
import { renderDifferences } from './render/text.ts';
import { reportDifferences } from './report.ts';

function planOf(cell: string, fields: string, meaning = ''): Plan {
  const { plan, diagnostics } = checkText(
    documentOf({
      entities: `### Job\n\n| field | type | rules | meaning |\n| --- | --- | --- | --- |\n| name | text | | ${meaning} |\n${fields}| size | integer | 0..9 | |`,
      roles: `### Roles\n\n| role | is given to |\n| --- | --- |\n| member | signed in |\n\n### Permissions\n\n#### Job\n\n| may | member |\n| --- | --- |\n| read | ${cell} |\n| create, update, delete, export, import | no |\n\n#### User\n\n| may | member |\n| --- | --- |\n| read, create, update, delete, update roles, update email | no |`,
    }),
  );
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

const former = { name: 'old.md', plan: planOf('`size < 3`', '| note | text | | |\n') };
const now = { name: 'new.md', plan: planOf('`size < 5`', '', 'what it *is* called') };
const report = reportDifferences(former, now, null);
const names = { nameFormer: () => 'old.md', nameNew: () => 'docs/new one.md', newFile: 'spec.md' };

test('text says each thing with its clause, its example and both places', () => {
  const text = renderDifferences(report, { ...names, color: false, width: 100, wording: false });
  expect(text).toBe(`old.md → new.md: 5 differences: 1 lost, 1 wider, 2 breaking, 1 compatible

Data
lost        3.Job.note: \`Job.note\` is gone, and nothing says where its values go. State \`was note\`
            at the field that has them now, or a \`from\` that reads it; or name it under \`Gone\`.
            old.md:18 → not in new.md

Rights
wider       6.Job.read.member: \`member\` may read \`Job\` where that was refused.
            For instance: size = 3, user is member.
            old.md:43 → docs/new one.md:42

API
breaking    3.Job.note: \`GET /api/jobs\`: the parameter \`note\` is gone.
            old.md:18 → not in new.md
breaking    3.Job.note: \`GET /api/jobs\`, \`GET /api/jobs/{id}\`: \`note\` is not in the answer any more.
            old.md:18 → not in new.md

1 further clause is written otherwise (\`--wording\` lists it).
`);
});

test.each([40, 60, 80, 120])('text keeps to %i columns, but for words that are longer', (width) => {
  for (const line of renderDifferences(report, { ...names, color: false, width, wording: true })
    .split('\n')
    .slice(1))
    expect(columns(line) <= width || !line.trim().includes(' ')).toBe(true);
});

test('a document that is the same has no differences', () => {
  const same = reportDifferences(former, former, null);
  expect(renderDifferences(same, { ...names, color: false, width: 80, wording: true })).toBe(
    'old.md → old.md: no differences\n',
  );
  expect(renderDifferencesMarkdown(same, names)).toContain('no differences');
});

test('Markdown shows text of the document as it is, and folds what concerns nobody', () => {
  const text = renderDifferencesMarkdown(report, names);
  expect(text).toContain('| 1 | **wider** | somebody may see or do more |');
  expect(text).toContain(
    '- **wider** `6.Job.read.member`: `member` may read `Job` where that was refused. For instance: size = 3, user is member.',
  );
  expect(text).toContain(String.raw`what it \*is\* called`);
  expect(text.indexOf('<details>')).toBeGreaterThan(text.indexOf('**lost**'));
});

describe('SARIF', () => {
  const log = JSON.parse(renderDifferencesSarif(report, { ...names, version: '0.1.0' })) as Log;
  const [run] = log.runs;

  test('has every difference but wording, with the rule that it names and both places', () => {
    expect(run?.results).toHaveLength(4);
    for (const { ruleId, ruleIndex = -1 } of run?.results ?? [])
      expect(run?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId);
    expect(run?.results?.find(({ ruleId }) => ruleId === 'permission/wider')).toMatchObject({
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'docs/new%20one.md' }, region: { startLine: 42 } } }],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'old.md' } } }],
    });
    expect(run?.results?.find(({ ruleId }) => ruleId === 'api/response-required-property-removed')).toBeDefined();
  });

  test('a result keeps its fingerprint while other parts change', () => {
    const other = { name: 'new.md', plan: planOf('`size < 5`', '| note | text | | |\n') };
    const marks = (of: Log) =>
      of.runs[0]?.results?.map(({ partialFingerprints }) => partialFingerprints?.['primaryLocationLineHash']) ?? [];
    const again = JSON.parse(
      renderDifferencesSarif(reportDifferences(former, other, null), { ...names, version: '0.1.0' }),
    ) as Log;
    expect(marks(log)).toEqual(expect.arrayContaining(marks(again)));
  });
});

test('JSON keeps to its schema', () => {
  const schema = new URL('../../../../docs/schemas/diff.schema.json', import.meta.url);
  const validate = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  expect(validate(JSON.parse(JSON.stringify(report))) || validate.errors).toBe(true);
});

test.each(AUDIENCES)('%s see what concerns them alone', (audience) => {
  const { differences } = reportDifferences(former, now, audience);
  expect(differences.length).toBeGreaterThan(0);
  expect(differences.every(({ audiences }) => audiences.includes(audience))).toBe(true);
});
