import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { NONET } from '../packages/cli/src/fixtures/nonet-command.ts';

const ROOT = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const TEMPLATE = 'packages/cli/src/commands/new/template/';

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command?: string | readonly string[]; readonly read_only?: boolean }>
  >;
}

interface Manifest {
  readonly kind: string;
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] } };
  };
}

const kubernetes = /```yaml\n([^]*?)```/.exec(read('docs/kubernetes.md'))?.[1] ?? '';
const manifests = parseAllDocuments(kubernetes).map((document) => document.toJS() as Manifest);

/** How each description of a deployment starts a product. */
const STARTS: readonly (readonly [file: string, words: readonly string[]])[] = [
  ['Containerfile', JSON.parse(/^CMD (\[.*\])$/m.exec(read('Containerfile'))?.[1] ?? '[]') as string[]],
  ['compose.yaml', wordsOf(parse(read('compose.yaml')) as Compose)],
  ['the compose.yaml of a new folder', wordsOf(parse(read(`${TEMPLATE}compose.yaml`)) as Compose).slice(3)],
  ['docs/kubernetes.md', manifests.flatMap(({ spec }) => spec?.template?.spec.containers[0]?.args ?? [])],
  [
    'nonet@.service',
    (/^ExecStart=\/usr\/bin\/env nonet (.+)$/m.exec(read('deploy/nonet@.service'))?.[1] ?? '').split(' '),
  ],
];

function wordsOf({ services }: Compose): readonly string[] {
  const command = services['product']?.command ?? [];
  return typeof command === 'string' ? command.split(' ') : command;
}

test.each(STARTS)('%s starts a product by options that there are', (_file, words) => {
  expect(words.slice(0, 2)).toEqual(['serve', 'spec.md']);
  const folder = new URL('docs/', ROOT).pathname;
  // There is no spec.md: options are read before it is looked for.
  const { status, stderr } = spawnSync(process.execPath, [NONET, ...words], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, expect.stringContaining("spec.md can't be read") as string]);
});

test('the manifests for Kubernetes are one of each kind', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(['Secret', 'Deployment', 'Service', 'PodDisruptionBudget']);
});

test('the CI job of a new folder is a workflow', () => {
  const { jobs } = parse(read(`${TEMPLATE}ci.yml`)) as { jobs: Record<string, { steps: { run?: string }[] }> };
  const runs = jobs['specification']?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(runs.map((run) => run.split(' ').slice(3, 4).join())).toEqual(['check', 'test']);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('systemd knows each line of the unit', () => {
  const unit = new URL('deploy/nonet@.service', ROOT).pathname;
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
