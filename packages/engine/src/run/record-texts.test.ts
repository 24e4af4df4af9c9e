import { describe, expect, test } from 'vitest';
import { RecordTexts } from './record-texts.ts';

const kindOf = (texts: RecordTexts) => {
  const kind = texts.kind({}, () => true);
  if (kind === null) throw new Error('It was to be kept.');
  return kind;
};

describe('the cache of the texts of records', () => {
  test('a cached text is found by kind and version', () => {
    const texts = new RecordTexts(1000);
    const [one, other] = [kindOf(texts), kindOf(texts)];
    texts.keep(one, 'a 1', 'first');
    expect(texts.find(one, ['a 1', 'a 2'])).toEqual(['first', undefined]);
    expect(texts.find(other, ['a 1'])).toEqual([undefined]);
    texts.forget();
    expect(texts.find(one, ['a 1'])).toEqual([undefined]);
  });

  test('a kind is judged once', () => {
    const texts = new RecordTexts(1000);
    const of = {};
    expect(texts.kind(of, () => false)).toBeNull();
    expect(texts.kind(of, () => true)).toBeNull();
  });

  test('the least recently used text is removed first, and the cache stays within its size', () => {
    const texts = new RecordTexts(1000);
    const kind = kindOf(texts);
    texts.keep(kind, 'often', 'x'.repeat(100));
    let held = 0;
    for (let turn = 0; turn < 100; turn++) {
      texts.keep(kind, `once ${turn}`, 'x'.repeat(100));
      expect(texts.find(kind, ['often'])[0]).toBeDefined();
    }
    for (let turn = 0; turn < 100; turn++) if (texts.find(kind, [`once ${turn}`])[0] !== undefined) held += 1;
    expect(held).toBeGreaterThan(0);
    expect(held * 100).toBeLessThan(1000);
  });

  test('pages rarely ask the cache while few texts are found, until it is worthwhile again', () => {
    const texts = new RecordTexts(1000);
    const kind = kindOf(texts);
    const asks = (pages: number) =>
      Array.from({ length: pages }, () => texts.isWorthwhile(kind)).filter(Boolean).length;
    expect(asks(16)).toBe(16);
    for (let page = 0; page < 8; page++) texts.find(kind, ['none 1']);
    expect(asks(16)).toBe(2);
    texts.keep(kind, 'a 1', 'first');
    for (let page = 0; page < 8; page++) texts.find(kind, ['a 1']);
    expect(asks(16)).toBe(16);
  });
});
