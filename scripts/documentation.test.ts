import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  ACTIONS,
  EXACT_CALL_PARTS,
  EXACT_CALL_SETTINGS,
  FIELD_RULES,
  FIELD_TYPES,
  FUNCTIONS,
  OUTBOUND_CALL_PARTS,
  PRODUCT_CONSTANTS,
  SCREEN_KINDS,
  SCREEN_PARTS,
  STANDARD_ERRORS,
} from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const isOurs = (file: string) => !/(?:^|\/)(?:node_modules|dist|\.nonet)(?:\/|$)/.test(file);
const find = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude: (file) => !isOurs(file) });

const PAGES = find(
  '*.md',
  'docs/*.md',
  'docs/cookbook/*.md',
  'docs/decisions/*.md',
  'docs/language/*.md',
  'docs/security/*.md',
  'docs/skills/*/*.md',
  'packages/*/**/README.md',
);

describe('the targets of links exist', () => {
  test.each(PAGES)('%s', (page) => {
    // A link in a fenced block or in backticks is text.
    const text = read(page)
      .replaceAll(/^```[^]*?^```/gm, '')
      .replaceAll(/`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const local = links.filter((link) => !/^(?:[a-z]+:|[/{])/.test(link));
    const missing = local.filter((link) => !existsSync(path.resolve(root, path.dirname(page), decodeURI(link))));
    expect(missing).toEqual([]);
  });
});

test('each test that docs/security names is there', () => {
  const named = find('docs/security/*.md').flatMap((page) =>
    [...read(page).matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, test = '']) => test),
  );
  expect(named.length).toBeGreaterThan(0);
  expect([...new Set(named)].filter((test) => !existsSync(path.join(root, 'packages', test)))).toEqual([]);
});

test('each file and each folder that docs/architecture.md names is there', () => {
  const known = find('packages/*/src/**', 'packages/*/bin/**', 'docs/**', 'scripts/**', 'examples/**').map(
    (file) => `/${file.replaceAll(path.sep, '/')}`,
  );
  const missing: string[] = [];
  let room = '';
  for (const line of read('docs/architecture.md').split('\n')) {
    // Below the row of a package `…` is its `src`.
    room = /\]\(\.\.\/(packages\/[a-z]+)\/README\.md\)/.exec(line)?.[1] ?? room;
    for (const [, name = ''] of line.matchAll(/`((?:…|@?[a-z][\w-]*)\/[\w<>*./-]*)`/g)) {
      if (name.startsWith('@')) continue;
      const full = name.replace(/^…/, `${room}/src`).replace(/\/$/, '');
      const pattern = full.replaceAll('.', '\\.').replaceAll(/<[a-z]+>|\*/g, '[^/]+');
      if (!known.some((file) => new RegExp(`/${pattern}(?:/|$)`).test(file))) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});

test('docs/architecture.md names each folder of a package', () => {
  const text = read('docs/architecture.md');
  // docs/architecture.md describes the folders of fixtures once, for all packages.
  const folders = globSync('packages/*/src/*/', { cwd: root }).filter((folder) => path.basename(folder) !== 'fixtures');
  expect(folders.length).toBeGreaterThan(50);
  const rooms = text.split(/^(?=\| \[`packages\/)/m);
  const missing = folders.filter((folder) => {
    const [, name = '', , below = ''] = folder.split(path.sep);
    const room = rooms.find((each) => each.startsWith(`| [\`packages/${name}/`)) ?? '';
    return !new RegExp(`\`(?:…/)?${below}(?:/<\\w+>)?\``).test(room);
  });
  expect(missing).toEqual([]);
});

test.each(find('packages/*/README.md'))('the files to read first are there: %s', (page) => {
  const named = [...read(page).matchAll(/^\d\. \[?`([^`]+)`/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !existsSync(path.join(root, path.dirname(page), name)))).toEqual([]);
});

describe('a skill', () => {
  test.each(find('docs/skills/*/SKILL.md'))('says what it is of use for, and names only what there is: %s', (file) => {
    const [, frontMatter = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(read(file)) ?? [];
    const { name, description, ...further } = parse(frontMatter) as Record<string, string>;
    // As https://agentskills.io/specification says.
    expect(name).toBe(path.basename(path.dirname(file)));
    expect(description?.length).toBeLessThanOrEqual(1024);
    expect(Object.keys(further)).toEqual(['license', 'compatibility']);
    const commands = [...body.matchAll(/`npx nonet ([a-z]+)/g)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(5);
    const missing = commands.filter(
      (command) => !existsSync(path.join(root, `packages/cli/src/commands/${command}.ts`)),
    );
    expect(missing).toEqual([]);
  });
});

/** The word of a form: `list` of `list of …`, `decimal` of `decimal(p, s)`. */
const wordOf = (form: string): string => /^[a-z ]*[a-z](?= (?:of|by|for) …|[ (]|$)/.exec(form)?.[0] ?? form;

test.each<[page: string, words: readonly string[]]>([
  ['2-screens', [...Object.values(SCREEN_KINDS).map(({ written }) => wordOf(written)), ...SCREEN_PARTS]],
  ['3-entities', [...FIELD_TYPES.map(wordOf), ...FIELD_RULES]],
  ['6-roles', ACTIONS],
  ['7-calls', [...OUTBOUND_CALL_PARTS, ...EXACT_CALL_PARTS, ...EXACT_CALL_SETTINGS]],
  ['8-errors', Object.keys(STANDARD_ERRORS)],
  ['9-constants', Object.keys(PRODUCT_CONSTANTS)],
  ['expressions', Object.keys(FUNCTIONS)],
])('the reference says what each word means: %s', (page, words) => {
  const code = [...read(`docs/language/${page}.md`).matchAll(/^```[^]*?^```|`[^`\n]*`/gm)].join('\n');
  expect(words.filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(code))).toEqual([]);
});
