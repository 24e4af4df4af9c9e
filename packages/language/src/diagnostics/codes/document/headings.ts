import { code } from '../../code.ts';

/** N010 to N016: items, parts and their headings. */
export const HEADING_CODES = {
  N010: code<{ readonly heading: string }>({
    severity: 'error',
    title: 'An item outside the points',
    traits: ['unread heading', 'surely fixed'],
    message: ({ heading }) => `\`${heading}\` stands before the first point, so it is not read`,
    page: `
Items (\`###\`) and their parts (\`####\`) belong to one of the nine points. Before point 1 stands only prose.

❌

~~~markdown
# Specification: Library

### Loan
~~~

✅

~~~markdown
# Specification: Library

## 3. Entities and their fields

### Loan
~~~
`,
  }),

  N011: code<{ readonly heading: string }>({
    severity: 'error',
    title: 'A part without its item',
    traits: ['unread heading', 'no heading above', 'surely fixed'],
    message: ({ heading }) => `\`#### ${heading}\` has no \`###\` item before it, so it is not read`,
    page: `
\`####\` is a part of the \`###\` item above it.

❌

~~~markdown
## 6. Roles and permissions

#### Claim
~~~

✅

~~~markdown
## 6. Roles and permissions

### Permissions

#### Claim
~~~
`,
  }),

  N012: code<{ readonly heading: string; readonly level: number }>({
    severity: 'error',
    title: 'A heading that is too deep',
    traits: ['unread heading', 'surely fixed'],
    message: ({ heading, level }) =>
      `\`${heading}\` is a heading of level ${level}: points, items and parts end at level 4`,
    page: `
Points are \`##\`, items \`###\`, parts \`####\`; nothing is deeper. Prose needs no heading: write a bold line or a list.

❌

~~~markdown
## 1. What the product does and for whom

### Goals

##### This year
~~~

✅

~~~markdown
## 1. What the product does and for whom

### Goals

#### This year
~~~
`,
  }),

  N013: code({
    severity: 'error',
    title: 'A heading without words',
    traits: ['unread heading', 'surely fixed'],
    message: () => "This heading has no words, so what it stands for can't be known",
    page: `
An item is known by its heading's words.

❌

~~~markdown
## 3. Entities and their fields

###
~~~

✅

~~~markdown
## 3. Entities and their fields

### Claim
~~~
`,
  }),

  N014: code<{ readonly heading: string }>({
    severity: 'error',
    title: 'A heading inside a list',
    traits: ['unread heading', 'surely fixed'],
    message: ({ heading }) => `\`${heading}\` stands inside a list, where it is prose and no heading`,
    page: `
Only a heading at the left margin is read as one. Put an empty line before it and take its indentation away.

❌

~~~markdown
- first

  ### Claim
~~~

✅

~~~markdown
- first

## 3. Entities and their fields

### Claim
~~~
`,
  }),

  N015: code({
    severity: 'error',
    title: 'An underlined heading',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: () => 'The line of dashes below makes this a heading of level 2, and it is not one of the nine points',
    page: `
Markdown reads a paragraph that is directly followed by a line of dashes as a heading. Put an empty line between the
two where a line was meant, or write the heading with \`#\` signs.

❌

~~~markdown
Employees claim what they spent.
---
~~~

✅

~~~markdown
Employees claim what they spent.
~~~
`,
  }),

  N016: code<{ readonly marker: string; readonly beside: string }>({
    severity: 'error',
    title: 'Absent, and yet stated',
    traits: ['no heading above', 'no point above', 'surely fixed'],
    message: ({ marker, beside }) => `This says \`${marker}\`, and yet ${beside} stands beside it`,
    page: `
\`none\` and \`not shown\` speak of the whole body in which they stand. A body that also states something contradicts
itself. Prose and remarks may stand beside them.

❌

~~~markdown
## 9. Business constants and limits

none

| name | value | meaning |
| --- | --- | --- |
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
};
