import { describe, expect, test } from 'vitest';
import { documentOf } from '../../../fixtures/harness.ts';
import type { Included } from '../../../syntax/include.ts';
import { checkDocument } from '../../check.ts';
import { readModule } from './module.ts';

const FILES: Readonly<Record<string, string>> = {
  'functions.js': 'export function valid(text) { return text !== ""; }\nexport function spelt(text) { return text; }',
  'below/more.js': 'export const valid = (text) => text.length > 3;',
};

function read(path: string): Included {
  const text = FILES[path];
  return text === undefined ? { kind: 'missing' } : { kind: 'file', text };
}

const GIVEN = '#### valid(text text) boolean\n\ngiven by functions.js#valid';

/** The codes of the errors of a document with these terms, rules and more. */
function errors(terms: string, rule = 'valid(name)', more: { computed?: string; cell?: string; guard?: string } = {}) {
  const text = documentOf({
    entities: `### Job\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| parts | list of Part | |\n| done | boolean | ${more.computed ?? 'default false'} |\n\n### Part\n\n| field | type |\n| --- | --- |\n| label | text |`,
    rules: `| rule | on | must hold |\n| --- | --- | --- |\n| V1 | Job | \`${rule}\` |`,
    roles: `### Roles\n\n| role | is given to |\n| --- | --- |\n| member | signed in |\n\n### Permissions\n\n#### Job\n\n| may | member | others |\n| --- | --- | --- |\n| read | ${more.cell ?? 'yes'} | no |\n| create, update, delete | yes | no |`,
    constants: `### Terms\n\n${terms}`,
  });
  const { diagnostics } = checkDocument({ path: 'spec.md', text }, read);
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

describe('9: a term is given by a function', () => {
  test.each<[string, readonly string[]]>([
    [GIVEN, []],
    ['#### valid(text text) boolean\n\nIt is so.\n\nGiven by `functions.js#valid`', []],
    ['#### valid(text text) boolean\n\ngiven by below/more.js#valid', []],
    ['#### valid(text text) boolean\n\ngiven by below/../functions.js#valid', []],
    ['#### valid(text text) boolean\n\ngiven by ../functions.js#valid', ['N574']],
    ['#### valid(text text) boolean\n\ngiven by /functions.js#valid', ['N574']],
    ['#### valid(text text) boolean\n\ngiven by https://example.com/functions.js#valid', ['N574']],
    ['#### valid(text text) boolean\n\ngiven by functions.js', ['N573']],
    ['#### valid(text text) boolean\n\ngiven by functions.js#valid and more', ['N573']],
    ['#### valid(text text) boolean\n\n```expr\ntext != "x"\n```', ['N573']],
    [`${GIVEN}\n\n\`\`\`expr\ntext != "x"\n\`\`\``, ['N573']],
    ['#### valid(text text) truth\n\ngiven by functions.js#valid', ['N578']],
    ['#### valid(text text)\n\ngiven by functions.js#valid', ['N578']],
    ['#### valid(text Job) boolean\n\ngiven by functions.js#valid', ['N060', 'N578']],
    ['#### valid(text text) boolean\n\ngiven by functions.js#toString', ['N576']],
  ])('%s', (terms, expected) => expect(errors(terms)).toEqual(expected));
});

describe('9: it stands where a record is judged alone', () => {
  const inner = '\n\n#### twice(text text)\n\n```expr\nvalid(text) and text != "x"\n```';
  const nested = '\n\n#### spelling(text text) text\n\ngiven by functions.js#spelt';

  test.each<[string, string, string, Parameters<typeof errors>[2], readonly string[]]>([
    ['a rule', GIVEN, 'name == "x" or not valid(name)', {}, []],
    ['a rule, by way of a term', GIVEN + inner, 'twice(name)', {}, []],
    ['a permission', GIVEN, 'valid(name)', { cell: '`valid(name)`' }, ['N570']],
    ['a permission, by way of a term', GIVEN + inner, 'valid(name)', { cell: '`twice(name)`' }, ['N570']],
    ['a computed field', GIVEN, 'valid(name)', { computed: '`= valid(name)`' }, ['N570']],
    ['a query', GIVEN, 'all(parts have valid(label))', {}, ['N571']],
    ['a query, by way of a term', GIVEN + inner, 'exists(parts where twice(label))', {}, ['N571']],
    ['a query in its values', GIVEN, 'valid(first(parts).label)', {}, ['N064']],
    ['another one', GIVEN + nested, 'valid(spelling(name))', {}, ['N572']],
    ['another one, by way of a term', GIVEN + nested + inner, 'twice(spelling(name))', {}, ['N572']],
    ['too few values', GIVEN, 'valid()', {}, ['N059']],
  ])('%s', (_title, terms, rule, more, expected) => expect(errors(terms, rule, more)).toEqual(expected));
});

describe('9: what a file exports is read without running it', () => {
  test.each<[string, readonly string[]]>([
    ['export function a() {}; export const b = () => 1, c = function () {}, d = 3;', ['a', 'b', 'c']],
    ['function a() {} const b = () => 1; export { a as x, b };', ['x', 'b']],
    ['export default function a() {}', []],
    ['export class A {}; export let { a } = { a() {} };', []],
  ])('%s', (text, expected) => {
    const module = readModule(text);
    expect(module.kind === 'module' && [...module.functions.keys()]).toEqual(expected);
  });

  test.each<[string, object]>([
    ['import "x";', { kind: 'imports', line: 1, from: 'x' }],
    ['\nexport * from "x";', { kind: 'imports', line: 2, from: 'x' }],
    ['export { a } from "x";', { kind: 'imports', line: 1, from: 'x' }],
    ['export const a = 1;\nlet a = 2;', { kind: 'not read', line: 2, column: 5 }],
    ['await 1;', { kind: 'not read', line: 1 }],
    ['exprt function a() {}', { kind: 'not read', line: 1 }],
  ])('%s', (text, expected) => expect(readModule(text)).toMatchObject(expected));
});
