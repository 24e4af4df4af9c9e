import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, noteReached } from './reached.ts';

/** The tests that measure a figure, with the names of those that do; the others of the file are not counted. */
const TESTS: readonly {
  readonly name: Measured;
  readonly file: string;
  readonly titles: RegExp;
  readonly of: string;
}[] = [
  {
    name: 'kills',
    file: 'packages/cli/src/commands/apply-interrupted.test.ts',
    titles: /^killed where|^a database that is lost/,
    of: 'steps',
  },
  {
    name: 'rights',
    file: 'packages/language/src/difference/planted-rights.test.ts',
    titles: /^each of many widenings|^conditions that are written/,
    of: 'laws (200 planted, all found; at most 2 % false)',
  },
  { name: 'api', file: 'packages/language/src/difference/api.test.ts', titles: /./, of: 'cases' },
];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs the tests that measure figures, and notes what they have reached. */
export function measureByTests(): void {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folder = mkdtempSync(path.join(tmpdir(), 'figures-'));
  const file = path.join(folder, 'report.json');
  try {
    spawnSync('vitest', ['run', ...TESTS.map((each) => each.file), '--reporter=json', `--outputFile=${file}`], {
      cwd: root,
      stdio: 'inherit',
    });
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    for (const { name, file: own, titles, of } of TESTS) {
      const results = testResults
        .filter((each) => each.name.endsWith(own))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ title, status }) => titles.test(title) && status !== 'skipped' && status !== 'pending');
      const passed = results.filter(({ status }) => status === 'passed').length;
      noteReached(name, `${passed} of ${results.length} ${of}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
