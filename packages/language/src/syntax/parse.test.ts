import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Span } from '../source/span.ts';
import type { Included } from './include.ts';
import { type Parsed, parse } from './parse.ts';
import type { Section, Table, Words } from './tree.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../../examples/${name}/spec.md`, import.meta.url), 'utf8');

function parsed(text: string, files: Readonly<Record<string, string>> = {}): Parsed {
  return parse({ path: 'spec.md', text }, (path): Included => {
    const included = files[path];
    return included === undefined ? { kind: 'missing' } : { kind: 'file', text: included };
  });
}

/** The diagnostics but for missing points and title, as `code: the text at their place`. */
function reports(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  const result = parsed(text, files);
  return result.diagnostics
    .filter(({ code }) => code !== 'N007' && code !== 'N001' && code !== 'N009')
    .map(({ code, span }) => `${code}: ${textAt(result, span)}`);
}

function textAt({ tree }: Parsed, span: Span): string {
  return tree.files.find((file) => file.path === span.file)?.text.slice(span.start, span.end) ?? '';
}

const RULES = '## 5. Validation rules\n\n';
const table = (row: string): string => `${RULES}| a | b |\n| --- | --- |\n${row}\n`;

function firstTable(text: string): Table {
  const block = parsed(text).tree.points.rules?.blocks[0];
  if (block?.kind !== 'table') throw new Error('no table');
  return block;
}

describe('the two documents', () => {
  test.each(['expenses', 'undetermined'])('%s has nothing to report', (name) => {
    expect(parsed(read(name)).diagnostics).toEqual([]);
  });

  test('expenses: points, items and parts', () => {
    const { tree } = parsed(read('expenses'));
    const outline = (sections: readonly Section[] | undefined): unknown =>
      sections?.map(({ heading, sections: parts }) =>
        parts.length === 0 ? heading.text : [heading.text, outline(parts)],
      );
    expect(tree.title?.text).toBe('Expense claims');
    expect(tree.preamble.map((block) => block.kind)).toEqual(['prose', 'remark']);
    expect(outline(tree.points.purpose?.sections)).toEqual(['Users', 'Goals', 'Out of scope']);
    expect(outline(tree.points.calls?.sections)).toEqual(['Answered', ['Made', ['notify_manager', 'book_payment']]]);
    expect(tree.points.calls?.sections[1]?.sections[0]?.blocks).toMatchObject([
      { kind: 'table' },
      { kind: 'code', language: 'json' },
    ]);
  });

  test('undetermined: nine points that are not shown', () => {
    const { points } = parsed(read('undetermined')).tree;
    expect(Object.values(points).map((point) => point.blocks)).toHaveLength(9);
    for (const point of Object.values(points))
      expect(point.blocks).toMatchObject([{ kind: 'marker', value: 'not shown' }]);
  });

  test('the span of each text is its place in the source', () => {
    const result = parsed(read('expenses'));
    for (const { text, span } of words(result)) expect(textAt(result, span)).toBe(text);
  });

  test.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['blanks at the ends of lines', (text: string) => text.replaceAll('\n', ' \t\n')],
  ])('%s change nothing', (_, change) => {
    const result = parsed(change(read('expenses')));
    expect(result.diagnostics).toEqual([]);
    expect(words(result).map(({ text }) => text)).toEqual(words(parsed(read('expenses'))).map(({ text }) => text));
    for (const { text, span } of words(result)) expect(textAt(result, span)).toBe(text);
  });
});

/** Headings, paragraphs of one line and cells. */
function words({ tree }: Parsed): Words[] {
  const inside = ({ heading, blocks, sections }: Section): Words[] => [
    heading,
    ...blocks.flatMap((block): Words[] => {
      if (block.kind === 'prose') return block.text.includes('\n') ? [] : [block];
      if (block.kind !== 'table') return [];
      return [...block.headers, ...block.rows.flatMap((row) => row.cells)].filter(({ text }) => text !== '');
    }),
    ...sections.flatMap(inside),
  ];
  return [...(tree.title === null ? [] : [tree.title]), ...Object.values(tree.points).flatMap(inside)];
}

describe('headings', () => {
  test.each<[string, string, string[]]>([
    ['the prefix of the title may be left out', `# Library\n\n${RULES}`, []],
    ['a point may have other signs behind its number', '## 5) Validation rules\n', []],
    ['other words are a hint', '## 5. Checks\n', ['N008: Checks']],
    ['a point without words', '## 5.\n', ['N008: 5.']],
    ['a point without its number', '## Validation rules\n', ['N003: ## Validation rules']],
    ['a point that is none', '## Annex\n\n### A\n\n#### B\n', ['N003: ## Annex']],
    ['a point outside 1 to 9', '## 12. More\n\ntext\n', ['N004: 12. More']],
    ['point 0', '## 0. Start\n', ['N004: 0. Start']],
    ['twice', `${RULES}x\n\n${RULES}y\n`, ['N005: 5. Validation rules']],
    ['out of order', '## 6. Roles and permissions\n\n## 5. Validation rules\n', ['N006: 5. Validation rules']],
    ['a second title', '# A\n\n# B\n', ['N002: # B']],
    ['a title in a point', `${RULES}# B\n`, ['N002: # B']],
    ['an item before the points', '### A\n\ntext\n\n#### B\n\n### C\n', ['N010: ### A']],
    ['a part without an item', `${RULES}#### A\n\ntext\n\n#### B\n`, ['N011: #### A']],
    ['too deep', `${RULES}### A\n\n##### B\n`, ['N012: ##### B']],
    ['without words', `${RULES}###\n`, ['N013: ###']],
    ['in a list', `${RULES}- a\n\n  ### B\n`, ['N014: B']],
    ['underlined title', `Library\n=======\n\n${RULES}`, []],
    ['a text without any point', 'Milk\n', ['N003: Milk']],
    ['a title without any point', '# Specification: Library\n', ['N003: # Specification: Library']],
    ['underlined', `${RULES}words\n---\n`, ['N015: words\n---']],
    ['without its space', `${RULES}###A\n`, ['N047: ###A']],
    ['seven signs', `${RULES}####### A\n`, ['N047: ####### A']],
  ])('%s', (_, text, expected) => {
    expect(reports(text)).toEqual(expected);
  });

  test.each<[string, string, readonly number[]]>([
    ['My  claims', 'My claims', [4, 5, 6, 8, 9, 10, 11, 12, 13, 14]],
    ['a\t b', 'a b', [4, 5, 7, 8]],
    ['a  `b  c`', 'a `b  c`', [4, 5, 7, 8, 9, 10, 11, 12, 13]],
    ['a  ` b', 'a ` b', [4, 5, 7, 8, 9, 10]],
  ])('several blanks in one are one, as readers of Markdown show them: %j', (written, text, offsets) => {
    const heading = parsed(`${RULES}### ${written}\n`).tree.points.rules?.sections[0]?.heading;
    expect(heading?.text).toBe(text);
    expect(heading?.offsets?.map((offset) => offset - RULES.length)).toEqual(offsets);
  });

  test('a point stated twice is read as one', () => {
    const { tree } = parsed(`${RULES}one\n\n${RULES}two\n`);
    expect(tree.points.rules?.blocks.map((block) => block.kind)).toEqual(['prose', 'prose']);
  });

  test('a missing point is reported at the next one, with a fix that adds it as `not shown`', () => {
    const text =
      '# A\n\n## 1. What the product does and for whom\n\nWords.\n\n## 3. Entities and their fields\n\nnone\n';
    const missing = parsed(text).diagnostics.filter(({ code }) => code === 'N007');
    expect(missing.map(({ message }) => message.slice(0, 7))).toEqual([
      'Point 2',
      'Point 4',
      'Point 5',
      'Point 6',
      'Point 7',
      'Point 8',
      'Point 9',
    ]);
    const edit = missing[0]?.fix?.edits[0];
    expect(text.slice(edit?.span.start)).toMatch(/^## 3/);
    expect(edit?.text).toBe('## 2. Screens and routes\n\nnot shown\n\n');
  });

  test('an empty point is not shown', () => {
    const { tree, diagnostics } = parsed(`${RULES}> a remark\n`);
    expect(tree.points.rules?.blocks).toMatchObject([{ kind: 'remark' }, { kind: 'marker', value: 'not shown' }]);
    expect(diagnostics.map(({ code }) => code)).toContain('N009');
  });
});

describe('bodies', () => {
  test.each([
    ['none', 'none'],
    ['—', 'none'],
    ['None.', 'none'],
    ['not shown', 'not shown'],
    ['Not stated', 'not shown'],
    ['*unknown*', 'not shown'],
    ['not \t shown', 'not shown'],
    ['TBD', 'not shown'],
    ['?', 'not shown'],
  ])('%s is read as %s', (text, value) => {
    expect(parsed(`${RULES}${text}\n`).tree.points.rules?.blocks).toMatchObject([{ kind: 'marker', value }]);
  });

  test.each<[string, string, string[]]>([
    ['a marker beside prose and remarks', `${RULES}Why.\n\nnone\n\n> x\n`, []],
    ['a marker beside a table', `${table('| 1 | 2 |')}\nnone\n`, ['N016: none']],
    ['a marker beside an item', `${RULES}none\n\n### A\n\nx\n`, ['N016: none']],
    ['two markers', `${RULES}none\n\nnot shown\n`, ['N016: none']],
    ['an invisible character', `${RULES}a\u200bb\n`, ['N040: \u200b']],
    ['a turned direction', `${RULES}a\u202eb\n`, ['N040: \u202e']],
    ['joiners that spell', `${RULES}👩‍💻 می‌خواهم\n`, []],
    ['a code block without an end', `${RULES}\`\`\`json\n{}\n`, ['N041: ```json']],
    ['HTML', `${RULES}<div>\nx\n</div>\n`, ['N042: <div>\nx\n</div>']],
    ['a comment', `${RULES}<!-- later -->\n`, []],
    ['a line across the page', `${RULES}x\n\n---\n`, ['N043: ---']],
    ['a line of too many quotes', `${RULES}${'> '.repeat(33)}x\n`, [`N097: ${'> '.repeat(33)}x`]],
    ['a list in too many lists', `${RULES}- x\n${' '.repeat(129)}- y\n`, [`N097: ${' '.repeat(129)}- y`]],
    ['a line of too many lists', `${RULES}${'- 1. '.repeat(17)}x\n`, [`N097: ${'- 1. '.repeat(17)}x`]],
    ['as many quotes in code', `${RULES}\`\`\`\n${'> '.repeat(33)}x\n\`\`\`\n`, []],
    ['a table right under a list', `${RULES}- x\n| a |\n| --- |\n| 1 |\n`, ['N022: | a |']],
    ['a table right under a quote', `${RULES}> x\n| a |\n| --- |\n| 1 |\n`, ['N022: | a |']],
    ['a row right under a list', `${RULES}| a |\n| --- |\n- x\n| 1 |\n`, ['N022: - x\n| 1 |']],
    [
      'an indented row, which is code to other readers of Markdown',
      `${RULES}| a | b |\n| --- | --- |\n    | 1 | 2 |\n| 3 | 4 |\n \t| 5 | 6 |\n`,
      ['N044: | 1 | 2 |', 'N044: | 5 | 6 |'],
    ],
    ['an indented line of dashes', `${RULES}| a |\n    | --- |\n| 1 |\n`, ['N044: | --- |']],
    ['indented text', `${RULES}x\n\n    y\n`, ['N044: y']],
    ['a lazy line', `${RULES}> x\ny\n`, ['N045: y']],
  ])('%s', (_, text, expected) => {
    expect(reports(text)).toEqual(expected);
  });

  test('code is its exact content', () => {
    const result = parsed(`${RULES}~~~json\r\n { "a": 1 } \r\n\r\n~~~\r\n`);
    expect(result.tree.points.rules?.blocks).toMatchObject([
      { kind: 'code', language: 'json', text: ' { "a": 1 } \r\n' },
    ]);
    const [code] = result.tree.points.rules?.blocks ?? [];
    expect(code?.kind === 'code' && textAt(result, code.content)).toBe(' { "a": 1 } \r\n');
  });
});

describe('tables', () => {
  test.each<[string, string, string[]]>([
    ['too many cells', table('| 1 | 2 | 3 |'), ['N020: 3 |']],
    ['too few cells', table('| 1 |'), ['N021: | 1 |']],
    ['a line directly under it', table('| 1 | 2 |\nwords'), ['N021: words']],
    [
      'a header row with another number',
      `${RULES}| a | b |\n| --- |\n| 1 | 2 |\n`,
      ['N022: | a | b |\n| --- |\n| 1 | 2 |'],
    ],
    ['no dashes', `${RULES}| a | b |\n`, ['N022: | a | b |']],
    ['a second table without an empty line', table('| 1 | 2 |\n| c |\n| --- |\n| 3 |'), ['N022: | c |']],
    ['in a list', `${RULES}- x\n\n  | a |\n  | --- |\n  | 1 |\n`, ['N023: | a |\n  | --- |\n  | 1 |']],
    ['a column without a header', `${RULES}| a | |\n| --- | --- |\n`, ['N024:  ']],
    ['a column twice', `${RULES}| a | A |\n| --- | --- |\n`, ['N025: A']],
  ])('%s', (_, text, expected) => {
    expect(reports(text)).toEqual(expected);
  });

  test('a row has as many cells as there are headers, whatever it had', () => {
    expect(firstTable(table('| 1 | 2 | 3 |\n| 1 |')).rows.map((row) => row.cells.length)).toEqual([2, 2]);
  });

  test('two tables without an empty line between them are both read', () => {
    const blocks = parsed(table('| 1 | 2 |\n| - | - |\n| c | d |\n| --- | --- |\n| 3 | 4 |')).tree.points.rules?.blocks;
    const cells = blocks?.map((block) => block.kind === 'table' && block.rows.map((row) => row.cells[0]?.text));
    expect(cells).toEqual([['1', '-'], ['3']]);
  });

  test.each<[what: string, row: string, edits: string[], cell: string]>([
    ['bars in a pattern are escaped', '| `/a||b/` | c |', ['\\', '\\'], '/a||b/'],
    ['bars in a text are escaped', '| `x == "a || b"` | c |', ['\\', '\\'], 'x == "a || b"'],
    ['an operator is a word', '| `a || b || c` | c |', ['or', 'or'], 'a || b || c'],
  ])('stray bars: %s', (_, row, edits, cell) => {
    const [found] = parsed(table(row)).diagnostics;
    expect(found).toMatchObject({ code: 'N020', fix: { edits: edits.map((text) => ({ text })) } });
    expect(firstTable(table(row)).rows[0]?.cells.map(({ text }) => text)).toEqual([cell, 'c']);
  });
});

describe('includes', () => {
  const files = {
    'billing.md': '### Invoice\n\nAn invoice.\n\n#### Records\n\nnone\n',
    'sub/all.md': '# Billing\n\nWords.\n\n## 3. Entities and their fields\n\n### Invoice\n\n[include](more.md)\n',
    'sub/more.md': '### Extra\n\nx\n',
    'point.md': 'x\n\n## 4. States and transitions\n\nlost\n',
    'loop.md': '[include](sub/../loop.md)\n',
    'self.md': '[include](spec.md)\n',
  };
  const ENTITIES = '## 3. Entities and their fields\n\n';

  test('a file in a point continues it, and what follows belongs to the point again', () => {
    const { tree, diagnostics } = parsed(`${ENTITIES}[include](billing.md)\n\nafter\n\n### Own\n`, files);
    const section = tree.points.entities;
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(section?.sections.map(({ heading, span }) => [heading.text, span.file])).toEqual([
      ['Invoice', 'billing.md'],
      ['Own', 'spec.md'],
    ]);
    expect(section?.blocks).toMatchObject([{ kind: 'prose', text: 'after' }]);
    expect(tree.files.map((file) => file.path)).toEqual(['spec.md', 'billing.md']);
  });

  test('a file that is included before point 1 has its own points; paths are relative to the including file', () => {
    const { tree, diagnostics } = parsed(`# A\n\n[include](sub/all.md)\n\n${ENTITIES}### Own\n`, files);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(tree.points.entities?.sections.map(({ heading }) => heading.text)).toEqual(['Invoice', 'Extra', 'Own']);
    expect(tree.preamble).toMatchObject([{ text: 'Billing' }, { text: 'Words.' }]);
    expect(tree.files.map((file) => file.path)).toEqual(['spec.md', 'sub/all.md', 'sub/more.md']);
  });

  test('files go on with what the language names in a point, each file once', () => {
    const roles = (part: string) => `## 6. Roles and permissions\n\n### Permissions\n\n#### ${part}\n\nwords\n`;
    const text = `# A\n\n[include](sub/roles.md)\n\n${roles('Own')}\n### permissions\n\n#### Again\n`;
    const { tree } = parsed(text, { 'sub/roles.md': roles('Invoice') });
    const items = tree.points.roles?.sections.map(({ heading, sections }) => [
      heading.text,
      ...sections.map((part) => `${part.heading.text} in ${part.span.file}`),
    ]);
    expect(items).toEqual([
      ['Permissions', 'Invoice in sub/roles.md', 'Own in spec.md'],
      ['permissions', 'Again in spec.md'],
    ]);
  });

  test.each<[string, string, string[]]>([
    ['itself', '[include](./spec.md)', ['N030: [include](./spec.md)']],
    ['in a circle', '[include](loop.md)', ['N030: [include](sub/../loop.md)']],
    ['back to the document', '[include](self.md)', ['N030: [include](spec.md)']],
    ['a missing file', '[include](no.md)', ['N031: [include](no.md)']],
    ['outside', '[include](sub/../../x.md)', ['N032: [include](sub/../../x.md)']],
    ['an encoded way out', '[include](%2e%2e/x.md)', ['N032: [include](%2e%2e/x.md)']],
    ['an absolute path', '[include](/etc/passwd)', ['N032: [include](/etc/passwd)']],
    ['an address', '[include](https://example.com/a.md)', ['N032: [include](https://example.com/a.md)']],
    ['twice', '[include](billing.md)\n[include](billing.md)', ['N034: [include](billing.md)']],
    ['among words', 'See [include](billing.md).', ['N035: [include]']],
    ['a file with points, in a point', '[include](point.md)', ['N036: ## 4. States and transitions']],
  ])('%s', (_, text, expected) => {
    expect(reports(`${ENTITIES}${text}\n`, files)).toEqual(expected);
  });

  test("a file that can't be read is an error at the link", () => {
    for (const [kind, code] of [
      ['outside', 'N032'],
      ['unreadable', 'N033'],
    ] as const) {
      const { diagnostics } = parse({ path: 'a/spec.md', text: `${ENTITIES}[include](x.md)\n` }, () => ({ kind }));
      expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    }
  });
});
