import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NONET, runNonet } from '../fixtures/nonet-command.ts';

const example = new URL('../../../../examples/expenses/spec.md', import.meta.url);
let folder: string;
let environment: Record<string, string> = {};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-commands-'));
  await copyFile(example, path.join(folder, 'spec.md'));
});
afterEach(() => rm(folder, { recursive: true }));
afterEach(() => {
  environment = {};
});

const nonet = (input: string, ...words: string[]) => runNonet({ folder, environment }, words, input);

test('check --fix fixes the document, says what, and fails where errors remain', async () => {
  const file = path.join(folder, 'spec.md');
  const before = await readFile(file, 'utf8');
  await writeFile(
    file,
    before.replace('| part | is |', '| prat | is |').replace('| V1 | Claim |', '| V1 | Xylophone |'),
  );
  const { status, stdout, stderr } = nonet('', 'check', '--fix', 'spec.md');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^spec\.md:\d+: Write “part” \(N027\)\n1 fixed\.\n/);
  expect(stdout).toContain('Xylophone');
  expect(await readFile(file, 'utf8')).toBe(before.replace('| V1 | Claim |', '| V1 | Xylophone |'));
});

test('check --fix says what it leaves to write', { tags: ['thorough'] }, async () => {
  const file = path.join(folder, 'spec.md');
  const before = await readFile(file, 'utf8');
  await writeFile(
    file,
    before.replace('| V1 | Claim | `to >= from`', '| V1 | Claim | `status == paid or paid_at < now()`'),
  );
  const { stdout, stderr } = nonet('', 'check', '--fix', 'spec.md');
  expect(stderr).toBe('Nothing was fixed. 1 left for you to write: other errors would follow.\n\n');
  expect(stdout).toMatch(/fix: Write .* \(`--fix` left it, for other errors would follow\)\n/);
});

test('ask reads answers from a pipe, and keeps them when it ends', { tags: ['thorough'] }, async () => {
  const { status, stdout } = nonet('2\n', 'ask', 'spec.md');
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n1 answered, 1 open\.\n$/);
  expect(await readFile(path.join(folder, 'spec.md'), 'utf8')).toContain('| read payment_reference | no | no |');
});

test('upgrade states the version of the language once, and refuses a later one', async () => {
  const file = path.join(folder, 'stated.md');
  await writeFile(file, '# Stated\n\n## 1. What the product does and for whom\n\nnone\n');
  expect(nonet('', 'upgrade', 'stated.md')).toMatchObject({
    status: 0,
    stdout: 'stated.md: now states version 1 of the language\n',
  });
  expect(await readFile(file, 'utf8')).toMatch(/^# Stated\n\nNonet: 1\n\n## 1\. /);
  expect(nonet('', 'upgrade', 'stated.md').stdout).toBe('stated.md: already in version 1 of the language\n');
  await writeFile(file, '# Stated\n\nNonet: 2\n');
  expect(nonet('', 'upgrade', 'stated.md')).toMatchObject({ status: 1, stderr: expect.stringContaining('version 2') });
});

test('new begins a document that has nothing but gaps, and overwrites none', async () => {
  const file = 'tool-shed.md';
  expect(nonet('', 'new', file)).toMatchObject({ status: 0, stderr: '' });
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(text).toMatch(/^# Specification: Tool shed\n\n## 1\. /);
  expect(nonet('', 'format', '--check', file).status).toBe(0);
  expect(nonet('', 'check', '--strict', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\n9 gaps\n$/),
  });
  expect(nonet('', 'new', file)).toEqual({
    status: 1,
    stdout: '',
    stderr: "nonet: tool-shed.md can't be written: it is there already.\n",
  });
  expect(nonet('', 'new', 'no/such/shed.md').stderr).toContain('there is no such folder');
  expect(await readFile(path.join(folder, file), 'utf8')).toBe(text);
});

test('new begins a folder whose document has nothing to report, and overwrites nothing in it', async () => {
  const shop = path.join(folder, 'corner shop');
  await mkdir(shop);
  await writeFile(path.join(shop, '.gitignore'), 'mine\n');
  const { status, stdout } = nonet('', 'new', 'corner shop');
  expect([status, stdout]).toEqual([
    0,
    'corner shop: a product to begin with.\n\n  spec.md\n  AGENTS.md\n  compose.yaml\n  .github/workflows/nonet.yml\n' +
      "  .gitignore was there already, and stays as it was\n\n`cd 'corner shop' && nonet dev` runs it; what you write in spec.md shows at once.\n",
  ]);
  expect(await readFile(path.join(shop, '.gitignore'), 'utf8')).toBe('mine\n');
  const inShop = (...words: string[]) => runNonet({ folder: shop }, words);
  // The document is `spec.md` where none is named.
  expect(inShop('check', '--complete', '--strict')).toEqual({ status: 0, stdout: 'Nothing to report\n', stderr: '' });
  expect(inShop('format', '--check', 'spec.md').status).toBe(0);
  expect(await readFile(path.join(shop, 'spec.md'), 'utf8')).toMatch(/^# Specification: Corner shop\n/);
  for (const file of ['spec.md', 'AGENTS.md', 'compose.yaml', '.github/workflows/nonet.yml'])
    expect(await readFile(path.join(shop, file), 'utf8')).not.toContain('{{');
  expect(inShop('new', '.')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'nonet: . has all of it already; nothing was written.\n',
  });
});

test('gaps and model print JSON', () => {
  const gaps = JSON.parse(nonet('', 'gaps', 'spec.md', '--format', 'json').stdout) as { counts: { total: number } };
  expect(gaps.counts.total).toBe(2);
  const model = JSON.parse(nonet('', 'model', 'spec.md').stdout) as { places: Record<string, string> };
  expect(model.places['9.CURRENCY']).toMatch(/^spec\.md:\d+:\d+$/);
});

test.each<[words: string[], status: number, line: string]>([
  [['check', '.'], 3, "nonet: . can't be read: it is a folder; name the file in it.\n"],
  [
    ['check', 'nowhere.md'],
    3,
    "nonet: nowhere.md can't be read: there is no such file. `nonet new nowhere.md` begins one.\n",
  ],
  [
    ['check', 'latin.csv'],
    3,
    "nonet: latin.csv:1:3 can't be read: this is not UTF-8 text (the byte 0xe9). Save the file as UTF-8.\n",
  ],
  [['load', 'Project', '.'], 3, "nonet: . can't be read: it is a folder; name the file in it.\n"],
  [
    ['load', 'Project', 'latin.csv'],
    3,
    "nonet: latin.csv:1:3 can't be read: this is not UTF-8 text (the byte 0xe9). Save the file as UTF-8.\n",
  ],
  [
    ['load', 'Line', 'latin.csv'],
    1,
    'nonet: Every Line is part of a Claim: load them with it, as a list in JSON in its column lines.\n',
  ],
  [
    ['load', 'Project', 'latin.csv', '--skip-refused'],
    2,
    'nonet: --skip-refused needs --report <file>: the rows that are left out are written there.\n',
  ],
  [
    ['load', 'Project', 'latin.csv', '--report', './latin.csv'],
    2,
    'nonet: --report would replace latin.csv itself: name another file.\n',
  ],
  [['load', 'Projct', 'latin.csv'], 1, 'nonet: The document has no entity Projct. Did you mean Project?\n'],
  [['test', 'spec.md', '--browser', 'nowhere'], 2, 'nonet: --browser names nowhere, which is no file.\n'],
  [['explain', 'N999'], 1, 'nonet: There is no code N999.\n'],
  [
    ['explain', '4.Claim.status.submti'],
    1,
    'nonet: The document has no clause 4.Claim.status.submti. Did you mean 4.Claim.status.submit?\n',
  ],
])('%s: one line that says what to do', async (words, status, line) => {
  await writeFile(path.join(folder, 'latin.csv'), Buffer.from([0x63, 0x6f, 0xe9, 0x0a]));
  expect(nonet('', ...words)).toEqual({ status, stdout: '', stderr: line });
});

test.each([
  ['json', '"code": "N033"'],
  ['sarif', '"ruleId": "N033"'],
  ['github', '::error file=nowhere.md'],
])('a document that can’t be read is reported as %s, too', (format, message) => {
  const { status, stdout, stderr } = nonet('', 'check', 'nowhere.md', '--format', format);
  expect([status, stdout.includes(message)], stdout).toEqual([3, true]);
  expect(stderr).toMatch(/^nonet: nowhere\.md can't be read: .*\n$/);
});

test.each([
  ['gaps', 'nowhere.md', '--format', 'json'],
  ['model', 'nowhere.md'],
])('%s says as JSON, too, that a document can’t be read', (...words) => {
  const { status, stdout, stderr } = nonet('', ...words);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(nonet('', 'check', 'nowhere.md', '--format', 'json').stdout));
  expect([status, stderr]).toEqual([3, expect.stringMatching(/^nonet: nowhere\.md can't be read: .*\n$/)]);
});

test('user add says which options give what the document requires of a User', async () => {
  const fields =
    '| field | type | rules |\n| --- | --- | --- |\n| card | text | unique, matches /^[0-9]{8}$/ |\n| name | text | = card |';
  await writeFile(
    path.join(folder, 'club.md'),
    `# Specification: Club\n\n## 3. Entities and their fields\n\n### User\n\n${fields}\n`,
  );
  const add = (...words: string[]) => nonet('', 'user', 'add', 'club.md', 'ada@example.com', ...words);
  expect(add()).toEqual({
    status: 1,
    stdout: '',
    stderr: 'nonet: The document requires more of a User:\n  --set card=…  Card (text; as /^[0-9]{8}$/)\n',
  });
  // The address may be the only argument, with the document after `-d`.
  expect(nonet('', 'user', 'add', 'ada@example.com', '-d', 'club.md')).toEqual(add());
  expect(add('-d', 'club.md')).toMatchObject({ status: 2, stderr: expect.stringContaining('named twice') });
  expect(nonet('', 'user', 'link', 'club.md')).toMatchObject({
    status: 2,
    stderr: 'nonet: The address of the account is missing: nonet user link club.md ada@example.com\n',
  });
  expect(add('--set', 'card=10000001', '--name', 'Ada')).toMatchObject({ status: 2 });
  expect(add('--set', 'card=10000001').stderr).toContain('--no-password adds the account without one');
});

/** The rows that stand for the others, and the others. */
const tiers = <Row>(some: readonly Row[], others: readonly Row[]): readonly [Row, 'thorough'[]][] => [
  ...some.map((row): [Row, 'thorough'[]] => [row, []]),
  ...others.map((row): [Row, 'thorough'[]] => [row, ['thorough']]),
];

describe.each(tiers(['mysql://somebody@127.0.0.1/product'], ['no url']))('DATABASE_URL %s', (url, tags) => {
  test('is none, and is not tried', { tags }, async () => {
    await writeFile(path.join(folder, 'projects.csv'), 'code,name\n');
    environment = { DATABASE_URL: url, MAIL_URL: 'x', LEDGER_URL: 'x', LEDGER_TOKEN: 'x' };
    expect(nonet('', 'load', 'Project', 'projects.csv')).toMatchObject({
      status: 2,
      stderr: 'nonet: DATABASE_URL is not a URL like postgres://user:password@host:5432/database.\n',
    });
  });
});

test.each<[what: string, stated: Record<string, string>, line: string]>([
  [
    'a sign-in provider, which has to know where people come back to',
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'canary' },
    'nonet: With OIDC_ISSUER, --public-origin has to state where a provider sends people back to.\n',
  ],
  [
    'mail, whose links lead somewhere',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    'nonet: With SMTP_URL, --public-origin has to state where the links of a mail lead.\n',
  ],
])('serve does not start with %s', (_what, stated, line) => {
  environment = stated;
  expect(nonet('', 'serve', 'spec.md')).toEqual({ status: 2, stdout: '', stderr: line });
});

describe.each(tiers(['https://shop.example/path'], ['shop.example', 'ftp://shop.example', 'https://ann@shop.example']))(
  'with the origin %s',
  (origin, tags) => {
    test('serve does not start', { tags }, () => {
      expect(nonet('', 'serve', 'spec.md', '--public-origin', origin)).toEqual({
        status: 2,
        stdout: '',
        stderr: `error: option '--public-origin <origin>' argument '${origin}' is invalid. It is an origin, without a path: https://claims.example.com\n(--help shows its usage)\n`,
      });
    });
  },
);

test('only serve, dev and apply put a document to use', { tags: ['thorough'] }, async () => {
  await using ends = new AsyncDisposableStack();
  const database = await createTestDatabase();
  ends.defer(() => database.drop());
  environment = { DATABASE_URL: database.url, LEDGER_URL: 'http://x', LEDGER_TOKEN: 'x', MAIL_URL: 'http://x' };
  await writeFile(path.join(folder, 'projects.csv'), 'code,name\nP1,One\n');
  const hits = () => nonet('', 'gaps', 'spec.md', '--hits');
  expect(hits()).toMatchObject({ status: 1, stderr: expect.stringContaining('The database holds no product yet') });
  expect(nonet('', 'apply', 'spec.md')).toMatchObject({
    status: 0,
    stdout: 'Version 1 of the document: the storage is made.\n',
  });

  const file = path.join(folder, 'spec.md');
  const first = await readFile(file, 'utf8');
  await writeFile(file, first.replace('| purpose | text |', '| cost_code | text | optional | |\n| purpose | text |'));
  const refused = { status: 1, stderr: expect.stringContaining('this is none that was put to use') };
  expect(hits()).toMatchObject(refused);
  const plan = nonet('', 'plan', 'spec.md', '--format', 'json').stdout;
  await writeFile(path.join(folder, 'plan.json'), plan);
  expect(nonet('', 'plan', 'spec.md')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3.Claim.cost_code\n  Claim.cost_code is new (the catalogue alone)\n'),
  });
  const planned = () => nonet('', 'apply', 'spec.md', '--plan', 'plan.json');
  expect(planned().stdout).toBe('Version 2 of the document:\n  Claim.cost_code is new\n');
  // A slow machine shows the progress before it.
  expect(planned().stderr).toContain(
    'nonet: The plan was made from version 1 of the document, and the database has version 2 in use. Make the plan anew: `nonet plan`. Nothing was changed.\n',
  );
  expect(nonet('', 'apply', 'spec.md', '--plan', 'projects.csv').stderr).toContain('projects.csv is no plan');

  await writeFile(file, first);
  expect(nonet('', 'load', 'Project', 'projects.csv').stderr).toContain('and this is version 1.');
  expect(nonet('', 'apply', 'spec.md').stdout).toContain('Version 1 of the document, next to a later one');
  expect(nonet('', 'apply', 'spec.md', '--back').stdout).toBe(
    'Version 3 of the document:\n  Claim.cost_code is gone\n',
  );
  const { versions } = JSON.parse(nonet('', 'versions', 'spec.md', '--format', 'json').stdout) as {
    versions: { number: number; documentHash: string }[];
  };
  expect(versions.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(versions[2]?.documentHash).toBe(versions[0]?.documentHash);
});

test('help shows no value that people do not write', { tags: ['thorough'] }, () => {
  expect(nonet('', 'user', 'add', '--help').stdout).not.toContain('{}');
});

/** This ends what hangs. */
const WAIT = { timeout: 300_000 };

/** The folder of a test's database, in memory or among the temporary files. */
function placeOf({ pid }: ChildProcess): string {
  const found = [folder, '/dev/shm'].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => name.startsWith(`nonet-proof-${pid}-`))
      .map((name) => path.join(parent, name)),
  );
  return found[0] ?? 'none';
}

const killDatabase = (_running: ChildProcess, database: number) => void process.kill(database, 'SIGKILL');

type Ending = readonly [
  what: string,
  moment: 'started' | 'asked',
  end: (test: ChildProcess, database: number) => void,
  exitCode: number,
  line: RegExp,
];
const stop = (running: ChildProcess) => void running.kill('SIGTERM');
const STOPPED = /It was stopped: \d+ clauses were not tried/;
const LOST = /Not all was tried: The (?:database has ended|product does not start)/;

describe.each<[tier: string, endings: readonly Ending[], tags: 'thorough'[]]>([
  [
    'some',
    [
      ['that gets a signal to end', 'started', stop, 143, STOPPED],
      ['whose database is lost half way', 'asked', killDatabase, 1, LOST],
    ],
    [],
  ],
  [
    'the others',
    [
      ['that gets a signal to end while it derives', 'asked', stop, 143, STOPPED],
      ['whose database is lost as soon as it is there', 'started', killDatabase, 1, LOST],
    ],
    ['thorough'],
  ],
])('a test (%s)', (_tier, endings, tags) => {
  test.each(endings)('%s says what it has found, and leaves nothing behind', { tags }, async (...ending) => {
    const [, moment, end, code, line] = ending;
    const child = spawn(process.execPath, [NONET, 'test', 'spec.md', '--browser', 'off'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', TMPDIR: folder },
    });
    const [ended, output] = [once(child, 'exit'), text(child.stdout)];
    let progress = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (progress += chunk));
    const place = () => placeOf(child);
    const log = () => path.join(place(), 'postgres', 'postmaster.pid');
    const isReady = () => existsSync(log()) && readFileSync(log(), 'utf8').split('\n')[7]?.trim() === 'ready';
    await vi.waitUntil(isReady, WAIT);
    if (moment === 'asked') await vi.waitUntil(() => /\d cases/.test(progress), WAIT);
    const database = Number(readFileSync(log(), 'utf8').split('\n')[0]);
    end(child, database);
    expect(await ended).toEqual([code, null]);
    expect(await output).toMatch(line);
    expect(place()).toBe('none');
    expect(() => process.kill(database, 0)).toThrow('ESRCH');
  });
});

test.each<[when: string, isThere: (names: readonly string[]) => boolean]>([
  ['its database is made', (names) => names.includes('postgres.new')],
  ['its database starts', (names) => names.includes('postgres')],
])('a test that gets a signal to end while %s ends with what there is', async (_when, isThere) => {
  const child = spawn(process.execPath, [NONET, 'test', 'spec.md', '--browser', 'off'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', TMPDIR: folder },
  });
  const [ended, output] = [once(child, 'exit'), text(child.stdout)];
  const place = () => placeOf(child);
  const inside = () => (place() === 'none' ? [] : readdirSync(place()));
  await vi.waitUntil(() => isThere(inside()), { ...WAIT, interval: 5 });
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(await output).toMatch(/^✗ 0 of \d+ clauses proven[^]*It was stopped: \d+ clauses were not tried/);
  expect(place()).toBe('none');
});

/** A document of which nearly nothing can be tried, so that trying it is quick. */
const NOTES = `# Specification: Notes

## 3. Entities and their fields

### Note

| field | type | rules |
| --- | --- | --- |
| text | text | ..20 |
| place | text | ..20, optional |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Note

| may | visitor |
| --- | --- |
| read, create | yes |
| update, delete | no |
`;

test('--since tries what differs from a Git revision; --only says why a clause has no case', {
  tags: ['thorough'],
}, async () => {
  const file = path.join(folder, 'notes.md');
  const git = (...words: string[]) =>
    expect(
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd: folder }).status,
    ).toBe(0);
  await writeFile(file, NOTES);
  git('init', '-q');
  git('add', 'notes.md');
  git('commit', '-q', '-m', 'Notes');
  const run = (...words: string[]) => nonet('', 'test', 'notes.md', '--browser', 'off', ...words);
  expect(run('--since', 'HEAD').stdout).toMatch(/^No case can have changed since HEAD[^]*No clause differs\.\n/);
  await writeFile(file, NOTES.replace('| place | text | ..20,', '| place | text | ..30,'));
  expect(run('--since', 'HEAD')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^✓ (\d+) of \1 cases that can have changed since HEAD passed[^]* clauses? differs? \(3\.Note\.place/,
    ),
  });
  expect(run('--since', 'nowhere')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Git has no notes.md at nowhere'),
  });
  expect(run('--only', '1').stdout).toMatch(
    /^There is no case of the clauses asked for[^]*1 clause not derivable:\n {2}1: .+ 1\n/,
  );
});

test('a product that never answers is reported as such, by the case that waits for it', async () => {
  // Requests that look for a running server are answered.
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (asked === 1) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await copyFile(new URL('../realworld/spec.md', example), path.join(folder, 'world.md'));
  const child = spawn(
    process.execPath,
    [NONET, 'test', 'world.md', '--url', url, '--timeout', '1', '--most', '1', '--browser', 'off'],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1' } },
  );
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  server.closeAllConnections();
  server.close();
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/the case takes more than 1 s: step 1 of 1 \(\d+\.\d s\) is not done yet/),
  ]);
});
