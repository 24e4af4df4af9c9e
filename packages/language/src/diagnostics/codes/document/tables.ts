import { code } from '../../code.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { TABLE_REASONS } from '../reasons/document.ts';

/** N020 to N026: tables and their cells. */
export const TABLE_CODES = {
  N020: code<{ readonly cells: number; readonly headers: number; readonly isOr?: boolean }>({
    severity: 'error',
    title: 'Too many cells',
    traits: ['unread row'],
    message: ({ cells, headers, isOr = false }) =>
      isOr
        ? `In a table, “|” separates cells, inside backticks too: “||” makes ${cells} cells of this row, and the table has ${headers} columns. Write “or”`
        : `This row has ${cells} cells, and the table has ${headers} columns`,
    page: `
A row has one cell for each column. A \`|\` splits cells even inside backticks: inside a cell it is written \`\\|\`.
The operator is the word \`or\`, and not \`||\`.

❌

~~~markdown
## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Claim | \`a || b\` | BROKEN |
~~~

✅

~~~markdown
## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Claim | \`a \\|\\| b\` | BROKEN |
~~~
`,
  }),

  N021: code<{
    readonly cells: number;
    readonly headers: number;
    readonly arrow?: { readonly written: string; readonly meant: string };
  }>({
    severity: 'error',
    title: 'Too few cells',
    traits: ['unread row'],
    message: ({ cells, headers, arrow }) =>
      arrow === undefined
        ? `This row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, and the table has ${headers} columns`
        : `“${arrow.written}” takes two cells, from and to: “${arrow.meant}”. This row has ${cells} cells, and the table has ${headers} columns`,
    page: `
A row has one cell for each column, an empty one too. A line of text directly under a table is a row of it: put an
empty line between them.

❌

~~~markdown
## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| MAX_LINES | 100 |
~~~

✅

~~~markdown
## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| MAX_LINES | 100 | |
~~~
`,
  }),

  N022: code<{ readonly reason: Because<typeof TABLE_REASONS> }>({
    severity: 'error',
    title: 'Not a table',
    traits: ['unread table', 'surely fixed'],
    message: ({ reason }) => `This looks like a table and is not one: ${wordsOf(TABLE_REASONS, reason)}`,
    page: `
A table is a row of headers, a row of dashes with as many cells (\`| --- | --- |\`), and its rows, without an empty line
or indentation between or before them. Anything else is prose to Markdown, and its rows would say nothing.

❌

~~~markdown
## 9. Business constants and limits

| name | value | meaning |
| --- | --- |
| MAX_LINES | 100 | |
~~~

✅

~~~markdown
## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| MAX_LINES | 100 | |
~~~
`,
  }),

  N023: code({
    severity: 'error',
    title: 'A table inside a list',
    traits: ['unread table', 'surely fixed'],
    message: () => 'This table stands inside a list, where it is prose and states nothing',
    page: `
Only a table at the left margin is read as one. Take its indentation away.

❌

~~~markdown
- Limits:

  | name | value |
  | --- | --- |
  | MAX_LINES | 100 |
~~~

✅

~~~markdown
- Limits

| name | value |
| --- | --- |
| MAX_LINES | 100 |
~~~
`,
  }),

  N024: code({
    severity: 'error',
    title: 'A column without a header',
    traits: ['unread table', 'surely fixed'],
    message: () => "This column has no header, so what its cells mean can't be known",
    page: `
Tables and their columns are known by their header words.

❌

~~~markdown
## 9. Business constants and limits

| name | value | |
| --- | --- | --- |
| MAX_LINES | 100 | per claim |
~~~

✅

~~~markdown
## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| MAX_LINES | 100 | per claim |
~~~
`,
  }),

  N025: code<{ readonly header: string }>({
    severity: 'error',
    title: 'A column stated twice',
    traits: ['unread table', 'surely fixed'],
    message: ({ header }) => `This table has two columns \`${header}\``,
    page: `
Two columns of one name leave open which of them counts.

❌

~~~markdown
| name | value | value |
| --- | --- | --- |
| MAX_LINES | 100 | 200 |
~~~

✅

~~~markdown
| name | value | meaning |
| --- | --- | --- |
| MAX_LINES | 100 | |
~~~
`,
  }),

  N026: code<{ readonly text: string }>({
    severity: 'error',
    title: 'An expression that Markdown reads as emphasis',
    traits: ['surely fixed'],
    message: ({ text }) =>
      `Markdown shows \`${text}\` as emphasis, so its readers do not see what is stated: put the expression in backticks`,
    page: `
\`*\` and \`_\` make emphasis outside backticks: \`a*b*c\` is shown as "abc" with a slanted b. What people read must be what
runs, so such an expression stands in backticks.

❌ \`2*3*total < MANAGER_LIMIT\` in a cell

✅ \`\` \`2*3*total < MANAGER_LIMIT\` \`\``,
  }),
};
