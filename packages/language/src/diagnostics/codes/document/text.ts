import { code } from '../../code.ts';

/** N040 to N047: the text itself. */
export const TEXT_CODES = {
  N040: code<{ readonly name: string }>({
    severity: 'error',
    title: 'An invisible character',
    traits: ['unread row'],
    message: ({ name }) => `Here stands an invisible character: ${name}`,
    page: `
Characters that can't be seen, or that turn the direction of what follows, make a document say something else than what
people read. Directions are set by the text itself; take the character out.

❌

~~~markdown
Members borrow\u200b books.
~~~

✅

~~~markdown
Members borrow books.
~~~
`,
  }),

  N041: code<{ takesIn: string | null }>({
    severity: 'error',
    title: 'A code block without an end',
    message: ({ takesIn }) =>
      takesIn === null
        ? 'This code block is never closed, so it takes in the rest of the file.'
        : `This code block takes in “${takesIn}”: either its fence is one too many, or the block is not closed before that. A block that shows such lines names its language, like “\`\`\`text”.`,
    page: `
A fenced block ends with a line of as many backticks as it began with. Where that line is missing, or where there is a
fence too many, the block goes on to the next one and takes in what stands between: headings, and other blocks. Nothing of
it is read, and nothing behind it is reported until the fence is right.

❌

~~~~markdown
\`\`\`json
{ "claim": "{number}" }
~~~~

✅

~~~~markdown
\`\`\`json
{ "claim": "{number}" }
\`\`\`
~~~~
`,
  }),

  N042: code({
    severity: 'error',
    title: 'HTML',
    message: () => 'HTML is not part of a document: write Markdown instead',
    page: `
A document is prose, tables, lists and code blocks. HTML would be shown differently wherever the document is read, so it
is not taken over into the product. A comment (\`<!-- … -->\`) is a remark, like a block quote.

❌

~~~markdown
<div>Members borrow books.</div>
~~~

✅

~~~markdown
Members borrow books.
~~~
`,
  }),

  N043: code({
    severity: 'hint',
    title: 'A line across the page',
    traits: ['surely fixed'],
    message: () => 'This line across the page means nothing in a document',
    page: `
Headings divide a document; a line of dashes is passed over.

❌

~~~markdown
Members borrow books.

---
~~~

✅

~~~markdown
Members borrow books.
~~~
`,
  }),

  N044: code({
    severity: 'error',
    title: 'Indented text',
    traits: ['surely fixed'],
    message: () => 'Markdown reads text that is indented by four spaces as code, so it states nothing here',
    page: `
Take the indentation away, or write a fenced code block where code is meant.

❌

~~~markdown
Members borrow books.

    | name | value |
    | --- | --- |
~~~

✅

~~~markdown
Members borrow books.

| name | value |
| --- | --- |
~~~
`,
  }),

  N045: code({
    severity: 'warning',
    title: 'A line drawn into a remark',
    message: () => 'This line belongs to the block quote above it, so it is a remark and never reaches the product',
    page: `
Markdown continues a block quote with the lines directly under it. Put an empty line between them, or begin the line
with \`>\`.

❌

~~~markdown
> Open: who pays for returned goods?
Members borrow books.
~~~

✅

~~~markdown
> Open: who pays for returned goods?

Members borrow books.
~~~
`,
  }),

  N046: code<{ readonly path: string }>({
    severity: 'error',
    title: 'Not UTF-8',
    withoutExample: 'what is not UTF-8 is no text that a page could show',
    message: ({ path }) => `\`${path}\` is not UTF-8 text`,
    page: `
A document is UTF-8 text. Save it again in this encoding.
`,
  }),

  N047: code<{ readonly line: string }>({
    severity: 'error',
    title: 'Not a heading',
    traits: ['surely fixed'],
    message: ({ line }) =>
      `\`${line}\` looks like a heading and is prose: a space is missing behind the \`#\` signs, or there are too many`,
    page: `
Markdown reads \`#\` signs as a heading only where a space follows them, and up to six of them.

❌

~~~markdown
## 3. Entities and their fields

###Claim
~~~

✅

~~~markdown
## 3. Entities and their fields

### Claim
~~~
`,
  }),
};
