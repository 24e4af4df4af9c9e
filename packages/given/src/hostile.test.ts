import { afterAll, describe, expect, test } from 'vitest';
import { FunctionHost } from './function-host.ts';
import type { FunctionCallRequest, Outcome, ResultKind } from './outcome.ts';
import { loadSandbox } from './sandbox.ts';

const sandbox = await loadSandbox();

/** Calls `f` of a module. */
function call(source: string, given: FunctionCallRequest['arguments'] = [], result: ResultKind = 'boolean'): Outcome {
  return sandbox({ source, exported: 'f', arguments: given, result });
}

const value = (of: string | number | boolean): Outcome => ({ kind: 'value', value: of });
const failure = (because: string) => expect.objectContaining({ kind: 'failed', because });

describe('9: a given function gets values of the language, and gives one', () => {
  test.each<[string, FunctionCallRequest['arguments'], ResultKind, string | number | boolean]>([
    ['export const f = (a) => a === "né"', ['né'], 'boolean', true],
    ['export function f(a, b) { return a + b }', [2, 40], 'integer', 42],
    ['export function f(a) { return -0 * a }', [1], 'integer', 0],
    ['export function f(a) { return ` ${a}\u0301 ` }', ['e'], 'text', 'é'],
    ['export function f(a) { return a }', ['12.50'], 'decimal', '12.50'],
    ['export function f() { return "2024-02-29" }', [], 'date', '2024-02-29'],
    ['const t = new Map([["a", 1n]]); export function f(a) { return t.get(a) === 1n }', ['a'], 'boolean', true],
  ])('%s', (source, given, result, expected) => expect(call(source, given, result)).toEqual(value(expected)));

  test.each<[string, ResultKind]>([
    ['export function f() { return 1 }', 'boolean'],
    ['export function f() {}', 'boolean'],
    ['export function f() { return null }', 'text'],
    ['export function f() { return new Boolean(true) }', 'boolean'],
    ['export function f() { return { valueOf() { for (;;); }, toString() { for (;;); } } }', 'text'],
    ['export async function f() { return true }', 'boolean'],
    ['export function f() { return () => true }', 'boolean'],
    ['export function f() { return 1n }', 'integer'],
    ['export function f() { return 0.5 }', 'integer'],
    ['export function f() { return NaN }', 'integer'],
    ['export function f() { return 2 ** 53 }', 'integer'],
    ['export function f() { return 1.5 }', 'decimal'],
    ['export function f() { return "1e9" }', 'decimal'],
    ['export function f() { return "  " }', 'text'],
    ['export function f() { return "2023-02-29" }', 'date'],
    ['export function f() { return "0000-01-01" }', 'date'],
  ])('another type is a failure: %s as %s', (source, result) =>
    expect(call(source, [], result)).toEqual(failure('type')),
  );
});

describe('9: it has nothing but its values', () => {
  test.each(
    'process require module fetch XMLHttpRequest WebSocket setTimeout setInterval queueMicrotask Date Proxy performance console crypto Deno Bun std os print navigator WeakRef FinalizationRegistry WebAssembly'.split(
      ' ',
    ),
  )('there is no %s', (name) => {
    expect(call(`export function f() { return typeof ${name} === 'undefined' && !('${name}' in globalThis) }`)).toEqual(
      value(true),
    );
  });

  test.each([
    ['chance', 'export function f() { return Math.random() > 2 }'],
    ['an import of the surroundings', 'import fs from "node:fs"; export function f() { return true }'],
    [
      'the way out through constructors',
      'export function f(a) { return (() => {}).constructor("return process")() !== a }',
    ],
  ])('%s is a failure', (_title, source) => expect(call(source, ['x'])).toEqual(failure('exception')));

  test('an import while it runs gives a promise that is never kept', () => {
    expect(call('export function f() { return import("node:fs") }')).toEqual(failure('type'));
  });

  test('nothing is left of a call for the next: variables, prototypes, globals', () => {
    const source = `let calls = 0;
      export function f() {
        calls += 1;
        const clean = Array.prototype.includes === [].includes && String.prototype.evil === undefined && globalThis.left === undefined;
        String.prototype.evil = 1; Array.prototype.includes = () => true; globalThis.left = 1;
        Object.prototype.kind = 'value'; Object.freeze(Object.prototype); Math.abs = null; JSON.stringify = null;
        return clean && calls === 1;
      }`;
    for (let time = 0; time < 3; time += 1) expect(call(source)).toEqual(value(true));
    expect(({} as Record<string, unknown>)['kind']).toBeUndefined();
    expect('evil' in String.prototype).toBe(false);
  });
});

describe('9: a call is bounded, and its failure is named', () => {
  test.each([
    ['an endless loop', 'export function f() { for (;;); }', 'time'],
    ['one while the file is read', 'for (;;); export function f() { return true }', 'time'],
    ['one in a handler of its end', 'export function f() { for (;;) try { for (;;); } finally { continue } }', 'time'],
    ['a recursion without end', 'export function f() { return f() }', 'memory'],
    ['a long text', 'export function f() { return "x".repeat(2 ** 28).length > 0 }', 'memory'],
    ['an array without end', 'export function f() { const a = []; for (;;) a.push(new Uint8Array(100000)) }', 'memory'],
    ['an exception', 'export function f() { throw new TypeError("no such bank") }', 'exception'],
    ['something else thrown', 'export function f() { throw { get message() { for (;;); } } }', 'exception'],
    ['an exception while the file is read', 'null.x; export function f() { return true }', 'exception'],
    ['a function that is missing', 'export const g = 1', 'exception'],
  ])('%s', (_title, source, because) => expect(call(source)).toEqual(failure(because)));

  test('what it threw is in the message, cut', () => {
    const outcome = call('export function f() { throw new TypeError("no such bank" + "!".repeat(1000)) }');
    expect(outcome).toMatchObject({ message: expect.stringMatching(/^TypeError: no such bank!+$/) });
    expect(JSON.stringify(outcome).length).toBeLessThan(400);
  });

  test('a huge text is refused before it is copied; a large one is read', () => {
    const source = 'export function f(a) { return a.length }';
    expect(call(source, ['x'.repeat(1_000_001)], 'integer')).toEqual(failure('memory'));
    expect(call(source, ['é'.repeat(500_000)], 'integer')).toEqual(value(500_000));
    expect(call('export function f() { return "x".repeat(1000001) }', [], 'text')).toEqual(failure('memory'));
  });
});

describe('9: the host ends what no step counts', () => {
  const host = new FunctionHost(500);
  afterAll(() => host.close());
  const request = (source: string): FunctionCallRequest => ({
    source,
    exported: 'f',
    arguments: [],
    result: 'boolean',
  });
  const hangs = request('export function f() { return /^(a+)+$/.test("a".repeat(50) + "!") }');
  const answers = request('export function f() { return true }');

  test('a search without end is a failure, and the calls behind it are answered', async () => {
    expect(await Promise.all([host.call([answers, hangs, answers]), host.call([answers])])).toEqual([
      [value(true), failure('time'), value(true)],
      [value(true)],
    ]);
  });

  test('what waits when it closes fails', async () => {
    const closing = new FunctionHost();
    const waiting = closing.call([hangs, answers]);
    await closing.close();
    expect(await waiting).toEqual([failure('time'), failure('time')]);
    expect(() => closing.call([answers])).toThrow('closed');
  });
});
