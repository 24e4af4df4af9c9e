import type { PaperPiece } from '@nonet/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type Inline, paperTree } from './paper-tree.ts';

const AROUND = { language: 'en', leftOut: 'left out' };
const value = (text: string): PaperPiece => ({ value: text });
const text = (words: string): Inline => ({ kind: 'text', text: words });
const paragraph = (...of: readonly Inline[]): Block => ({ kind: 'paragraph', of });

const CASES: readonly (readonly [rule: string, pieces: readonly PaperPiece[], blocks: readonly unknown[]])[] = [
  ['Markdown', ['**Due** on'], [paragraph({ kind: 'strong', of: [text('Due')] }, text(' on'))]],
  ['a value is text', ['Dear ', value('**x** [y](z)')], [paragraph(text('Dear '), text('**x** [y](z)'))]],
  ['a value has lines', [value('a\r\nb')], [paragraph(text('a'), { kind: 'break' }, text('b'))]],
  ['what is left out is marked', [{ leftOut: 'note' }], [paragraph({ kind: 'leftOut', text: '[left out]' })]],
  ['a value keeps its direction', ['To ', value('\u05d0')], [paragraph(text('To '), text('\u2068\u05d0\u2069'))]],
  [
    'a link leads to a stated address',
    ['[x](https://e.example/', value('a/?'), ')'],
    [paragraph({ kind: 'link', to: 'https://e.example/a%2F%3F', of: [text('x')] })],
  ],
  ['an address is no script', ['[x](javascript:alert)'], [paragraph(text('x'))]],
  ['HTML is text', ['a <script>'], [paragraph(text('a '), text('<script>'))]],
  [
    'a value is no cell',
    ['| a |\n| ---: |\n| ', value('x | y'), ' |'],
    [{ kind: 'table', align: ['right'], shares: [6], head: [[text('a')]], rows: [[[text('x | y')]]] }],
  ],
  ['a sign of control has a form', [value('a\u0001\u202eb')], [paragraph(text('a\ufffdb'))]],
  ['a long word may break', [value('x'.repeat(41))], [paragraph(text(`${'x'.repeat(40)}\u200bx`))]],
];

describe('the tree of a paper', () => {
  test.each(CASES)('%s', (_rule, pieces, blocks) => {
    expect(paperTree(pieces, AROUND)).toEqual(blocks);
  });

  test('no value makes a part of it, wherever it stands', () => {
    const unit = fc.constantFrom(
      '<',
      '[',
      ']',
      '(',
      ')',
      '*',
      '`',
      '|',
      '#',
      '-',
      '\uE000',
      '\uE001',
      '0',
      'x',
      '\\',
      '~',
    );
    const around = (piece: string): PaperPiece[] => [
      '# ',
      value(piece),
      '\n\n- ',
      value(piece),
      '\n\n> ',
      value(piece),
    ];
    const forms = (blocks: readonly Block[]) => JSON.stringify(blocks).replaceAll(/"text":"(?:\\.|[^"\\])*"/g, '');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 20 }), (hostile) => {
        expect(forms(paperTree(around(hostile), AROUND))).toBe(forms(paperTree(around('x'), AROUND)));
      }),
    );
  });
});
