/** Kinds of awkward text: each gives a document's text whose size grows with `size` alone. */
export type Family = (size: number) => string;

const points = [
  'What the product does and for whom',
  'Screens and routes',
  'Entities and their fields',
  'States and transitions',
  'Validation rules',
  'Roles and permissions',
  'The calls it makes',
  'Error catalogue',
  'Business constants and limits',
];

/** A document of nine points, `none` but for those given. */
function documentOf(bodies: Readonly<Record<number, string>>): string {
  const body = (number: number): string => bodies[number] ?? (number === 1 ? 'A product.' : 'none');
  return `# Specification: Test\n\n${points.map((title, index) => `## ${index + 1}. ${title}\n\n${body(index + 1)}\n`).join('\n')}`;
}

const prose =
  (write: (size: number) => string): Family =>
  (size) =>
    documentOf({ 1: write(size) });

const lines = (size: number, write: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => write(index)).join('\n');

const table = (headers: string, size: number, row: (index: number) => string): string =>
  `${headers}\n${headers.replaceAll(/[^|]+/g, ' --- ')}\n${lines(size, row)}`;

const entity = (fields: string, name = 'Book'): string =>
  `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n${fields}`;

const expression = (write: (size: number) => string): Family => {
  return (size) =>
    documentOf({
      3: entity('| a | integer | |'),
      5: `| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| R | Book | \`${write(size)}\` | WRONG |`,
      8: '| code | status | message |\n| --- | --- | --- |\n| WRONG | 422 | Wrong. |',
    });
};

/** The size of the families that consist of repeated parts: 10,000 of them. */
export const TEN_THOUSAND: Readonly<Record<string, number>> = {
  entities: 600_000,
  fields: 200_000,
  states: 160_000,
  events: 240_000,
  roles: 200_000,
  rules: 400_000,
  screens: 600_000,
  constants: 120_000,
};

export const FAMILIES: Readonly<Record<string, Family>> = {
  'nested quotes': prose((size) => lines(size / 60, () => `${'> '.repeat(30)}x`)),
  'one line of quotes': prose((size) => `${'>'.repeat(size)} x`),
  'ever deeper quotes': prose((size) => lines(Math.sqrt(size), (index) => `${'>'.repeat(index)} x`)),
  'nested lists': prose((size) => lines(Math.sqrt(size), (index) => `${'  '.repeat(index)}- x`)),
  'one line of lists': prose((size) => `${'- '.repeat(size / 2)}x`),
  'long list': prose((size) => lines(size / 4, () => '- x')),
  'long emphasis runs': prose((size) => '*a _b '.repeat(size / 6)),
  asterisks: prose((size) => '*'.repeat(size)),
  brackets: prose((size) => '['.repeat(size)),
  'links that are none': prose((size) => '[a]('.repeat(size / 4)),
  backticks: prose((size) => lines(Math.sqrt(size), (index) => '`'.repeat(index))),
  'open comments': prose((size) => '<!-- '.repeat(size / 5)),
  'open tags': prose((size) => '<a '.repeat(size / 3)),
  'open fences': prose((size) => lines(size / 6, () => '```x\n')),
  'blank lines': prose((size) => '\n'.repeat(size)),
  'carriage returns': prose((size) => '\r'.repeat(size)),
  'a long word': prose((size) => 'x'.repeat(size)),
  'astral characters': prose((size) => '\u{1f9fe}'.repeat(size / 2)),
  'combining characters': prose((size) => `e${'\u0301'.repeat(size)}`),
  'invisible characters': prose((size) => '\u200b'.repeat(size / 20)),
  pipes: prose((size) => '|'.repeat(size)),
  'lines of pipes': prose((size) => lines(size / 40, () => '|'.repeat(39))),
  'a wide table': (size) => documentOf({ 5: `|${' a |'.repeat(size / 8)}\n|${' - |'.repeat(size / 8)}` }),
  'a wide row': (size) => documentOf({ 5: `| rule | on |\n| --- | --- |\n|${' x |'.repeat(size / 4)}` }),
  'a long cell': (size) => documentOf({ 9: table('| name | value |', 1, () => `| A | "${'x'.repeat(size)}" |`) }),
  'escaped pipes': (size) =>
    documentOf({ 9: table('| name | value |', 1, () => `| A | "${'\\|'.repeat(size / 2)}" |`) }),
  headings: (size) => documentOf({ 3: lines(size / 8, () => '### X\n') }),
  'unknown headings': (size) => documentOf({ 7: lines(size / 12, (index) => `### X${index}\n`) }),
  entities: (size) => documentOf({ 3: lines(size / 60, (index) => `${entity('| a | text | |', `Book${index}`)}\n`) }),
  'unknown types': (size) => documentOf({ 3: entity(lines(size / 30, (index) => `| f${index} | txet${index} | |`)) }),
  fields: (size) => documentOf({ 3: entity(lines(size / 20, (index) => `| f${index} | text | |`)) }),
  'fields of one name': (size) => documentOf({ 3: entity(lines(size / 14, () => '| f | text | |')) }),
  states: (size) =>
    documentOf({
      3: entity('| s | state | |'),
      4: `### Book.s\n\n${table('| state | kind |', size / 16, (index) => `| s${index} | ${index === 0 ? 'initial' : ''} |`)}`,
    }),
  events: (size) =>
    documentOf({
      3: entity('| s | state | |'),
      4: `### Book.s\n\n| state | kind |\n| --- | --- |\n| a | initial |\n| b | |\n\n${table('| event | from | to | by |', size / 24, (index) => `| e${index} | a | b | boss |`)}`,
      6: '### Roles\n\n| role | is given to |\n| --- | --- |\n| boss | assigned |\n\n### Permissions\n\nnot shown',
    }),
  choices: (size) =>
    documentOf({ 3: entity(`| a | enum(${lines(size / 6, (index) => `c${index}`).replaceAll('\n', ', ')}) | |`) }),
  roles: (size) =>
    documentOf({
      6: `### Roles\n\n${table('| role | is given to |', size / 20, (index) => `| r${index} | assigned |`)}\n\n### Permissions\n\nnot shown`,
    }),
  rules: (size) =>
    documentOf({
      3: entity('| a | integer | |'),
      5: table(
        '| rule | on | must hold | error |',
        size / 40,
        (index) => `| R${index} | Book | \`a > ${index}\` | WRONG |`,
      ),
      8: '| code | status | message |\n| --- | --- | --- |\n| WRONG | 422 | Wrong. |',
    }),
  constants: (size) => documentOf({ 9: table('| name | value |', size / 12, (index) => `| C${index} | ${index} |`) }),
  'unknown constants': (size) =>
    documentOf({ 9: table('| name | value |', size / 16, (index) => `| C${index} | a b ${index} |`) }),
  records: (size) =>
    documentOf({
      3: `${entity('| a | text | |')}\n\n#### Records\n\n${table('| a |', size / 10, (index) => `| v${index} |`)}`,
    }),
  screens: (size) =>
    documentOf({
      2: lines(
        size / 60,
        (index) =>
          `### S${index} \`/s${index}\`\n\n| part | is |\n| --- | --- |\n| kind | page |\n| for | everyone |\n`,
      ),
    }),
  'unknown names': expression((size) => lines(size / 10, (index) => `b${index} == 1`).replaceAll('\n', ' and ')),
  conjunctions: expression((size) => `a > 1${' and a > 1'.repeat(size / 10)}`),
  sums: expression((size) => `a${' + a'.repeat(size / 4)} > 0`),
  'open parentheses': expression((size) => '('.repeat(size)),
  'nested parentheses': expression((size) => `${'('.repeat(size / 2)}a${')'.repeat(size / 2)} > 0`),
  negations: expression((size) => `${'not '.repeat(size / 4)} a > 0`),
  'conditions in conditions': expression(
    (size) => `${'if a > 0 then '.repeat(size / 20)}true${' else true'.repeat(size / 20)}`,
  ),
  'open texts': expression((size) => `"${'x'.repeat(size)}`),
};
