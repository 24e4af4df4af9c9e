import { describe, expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { foundParts } from './found-parts.ts';
import { hasTerms, searchTerms } from './search-terms.ts';

describe('a text is folded', () => {
  test.each([
    ['Müller', 'muller'],
    ['STRAẞE, Straße', 'strasse, strasse'],
    ['Søren Kierkegård', 'soren kierkegard'],
    ['Łódź, Đurđević, Þór', 'lodz, durdevic, thor'],
    ['Œuvre, Ærø', 'oeuvre, aero'],
    ['İstanbul, ısı', 'istanbul, isi'],
    ['ΟΔΟΣ, ὁδός', 'οδοσ, οδοσ'],
    ['Ёлка', 'елка'],
    ['O’Brien “x” – y', 'o\'brien "x" - y'],
    ['ﬁle №５', 'file no5'],
    ['한국', '한국'],
    ['が', 'が'],
    ['हिन्दी', 'हिन्दी'],
    ['أحمد', 'احمد'],
    ['co\u00adoperate', 'cooperate'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });
});

describe('what is typed has terms', () => {
  test.each<[string, string[]]>([
    ['Smith  invoice', ['smith', 'invoice']],
    ['"Red Door" blue', ['red door', 'blue']],
    ['„Rote Tür“ “x y”', ['rote tur', 'x y']],
    ['"not yet ended', ['not yet ended']],
    ['5" pipe', ['5"', 'pipe']],
    ['"', []],
    ['a a A', ['a']],
    [' ́ ', []],
    ['', []],
  ])('%s', (typed, terms) => {
    expect(searchTerms(typed)).toEqual(terms);
  });

  test('a record has them in any of its texts, in any order', () => {
    expect(hasTerms(['Invoice 7', 'Ann Smith'], searchTerms('smi invo'))).toBe(true);
    expect(hasTerms(['Invoice 7', 'Ann Smith'], searchTerms('"ann smith"'))).toBe(true);
    expect(hasTerms(['Invoice 7', 'Ann Smith'], searchTerms('"smith ann"'))).toBe(false);
    expect(hasTerms(['Invoice 7', 'Ann Smith'], searchTerms('smith order'))).toBe(false);
  });
});

describe('where it is found', () => {
  test.each([
    ['Ann Müller', 'muller', 'Ann [Müller]'],
    ['Hauptstraße 5', 'strasse', 'Haupt[straße] 5'],
    // A letter that is found in part is marked as a whole.
    ['Straße', 'ras', 'St[raß]e'],
    ['Müller', 'mu\u0308', '[Mü]ller'],
    ['banana', 'ana an', 'b[anana]'],
    ['Smith & Co', 'co smith', '[Smith] & [Co]'],
    ['Red door, red roof', '"red roof"', 'Red door, [red roof]'],
    ['x', 'y', 'x'],
    ['', 'y', ''],
    ['x', '', 'x'],
  ])('%s by %s', (text, typed, marked) => {
    const parts = foundParts(text, searchTerms(typed));
    expect(parts.map((part) => (part.isFound ? `[${part.text}]` : part.text)).join('')).toBe(marked);
  });
});
