import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../../fixtures/harness.ts';

const table = '| name | value |\n| --- | --- |\n| SPARE | 3 |';
const codesOf = (text: string) => checkText(text).diagnostics.map(({ code }) => code);
const constants = (remark: string) => documentOf({ constants: `${remark}\n\n${table}` });

describe('a remark applies to the section of its heading', () => {
  test.each<[string, string, string[]]>([
    ['without one it is reported', 'The limits.', ['N903']],
    ['with its reason it is not', '> allow N903: the next tariff\n> needs it', []],
    ['in any letter case', '> Allow n903: the next tariff needs it', []],
    ['a reason is needed', '> allow N903', ['N098', 'N903']],
    ['one that allows nothing is reported', '> allow N903, N324: later', ['N099']],
    ['errors are never hidden', '> allow N301: it is right', ['N098', 'N903']],
    ['gaps are never hidden', '> allow N048: it is right', ['N098', 'N903']],
    ['an unknown code is reported', '> allow N666: why not', ['N098', 'N903']],
    ['other remarks are none', '> allow the next tariff a limit', ['N903']],
  ])('%s', (_, remark, codes) => {
    expect(codesOf(constants(remark))).toEqual(codes);
  });

  test('a remark does not apply elsewhere', () => {
    const text = documentOf({ rules: '> allow N903: elsewhere\n\nnone', constants: table });
    expect(codesOf(text)).toEqual(['N099', 'N903']);
  });

  test('before point 1 the whole document', () => {
    const text = documentOf({ constants: table }).replace('\n\n## 1', '\n\n> allow N903: the next tariff\n\n## 1');
    expect(codesOf(text)).toEqual([]);
  });
});
