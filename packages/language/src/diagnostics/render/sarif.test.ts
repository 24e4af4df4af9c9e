import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { Log, Result } from 'sarif';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../../check/check.ts';
import { documentOf } from '../../fixtures/harness.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { reportDiagnostics } from './json.ts';
import { renderSarif } from './sarif.ts';

const files: Readonly<Record<string, string>> = {
  'more of it.md': '### Loan\n\n| field | type | rulse |\n| --- | --- | --- |\n| due | dat | |\n',
};
const text = documentOf({
  entities:
    '### Book\n\n| field | type |\n| --- | --- |\n| name | texxt |\n| name | text |\n\n[include](<more of it.md>)',
  rules: '| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Book | `nam != "a"` | not shown |',
});
const checked = checkDocument({ path: 'docs/spec.md', text }, (path) => ({ kind: 'file', text: files[path] ?? '' }));

function sarif(of = checked): Log {
  const showPath = (file: string) => (file.startsWith('docs/') ? file : `docs/${file}`);
  return JSON.parse(renderSarif(of.diagnostics, of.tree.files, { version: '0.1.0', showPath })) as Log;
}

describe('SARIF', () => {
  const [run] = sarif().runs;
  const results = run?.results ?? [];

  test('has every diagnostic once, with the rule that it names', () => {
    expect(results).toHaveLength(checked.diagnostics.length);
    for (const { ruleId, ruleIndex = -1 } of results) expect(run?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId);
    for (const rule of run?.tool.driver.rules ?? []) expect(rule.help?.markdown).not.toBe('');
  });

  test('has the region, the file as a URI, and the fix as replacements', () => {
    const slip = results.find(({ message }) => message.text?.includes('rulse'));
    expect(slip).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'docs/more%20of%20it.md' },
            region: { startLine: 3, startColumn: 18, endLine: 3, endColumn: 23 },
          },
        },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation: { uri: 'docs/more%20of%20it.md' },
              replacements: [
                {
                  deletedRegion: { startLine: 3, startColumn: 18, endLine: 3, endColumn: 23 },
                  insertedContent: { text: 'rules' },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test('a gap is a note, with its clause', () => {
    const gap = results.find(({ ruleId }) => ruleId === 'N048');
    expect(gap?.level).toBe('note');
    expect(gap?.locations?.[0]?.logicalLocations).toEqual([{ fullyQualifiedName: '5.V1.error' }]);
  });

  test('has the related locations', () => {
    const [found] = checked.diagnostics;
    if (!found) throw new Error('nothing was found');
    const related: Diagnostic = { ...found, related: [{ span: found.span, message: 'stated here too' }] };
    const log = sarif({ ...checked, diagnostics: [related] });
    expect(log.runs[0]?.results?.[0]?.relatedLocations).toMatchObject([
      { id: 1, message: { text: 'stated here too' }, physicalLocation: { region: {} } },
    ]);
  });

  test('keeps its fingerprints when other parts change, and distinguishes what is alike', () => {
    const prints = (list: readonly Result[]) => list.map((result) => JSON.stringify(result.partialFingerprints));
    const moved = text.replace('A product.', 'A product.\n\nOf two paragraphs.').replace('| V1 |', '|  V1  |');
    const after = checkDocument({ path: 'docs/spec.md', text: moved }, (path) => ({
      kind: 'file',
      text: `Prose.\n\n${files[path]}`,
    }));
    expect(prints(sarif(after).runs[0]?.results ?? [])).toEqual(prints(results));
    expect(new Set(prints(results)).size).toBe(results.length);
  });
});

test('JSON keeps to its schema', () => {
  const schema = new URL('../../../../../docs/schemas/diagnostics.schema.json', import.meta.url);
  const validate = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
    JSON.parse(readFileSync(schema, 'utf8')) as object,
  );
  const report = reportDiagnostics(checked.diagnostics, checked.tree.files);
  expect(report.diagnostics.some(({ fix }) => fix !== null)).toBe(true);
  validate(report);
  expect(validate.errors).toBeNull();
  expect(validate({ ...report, counts: {} })).toBe(false);
});
