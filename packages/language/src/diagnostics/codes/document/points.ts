import { code } from '../../code.ts';

/** N001 to N009: the title and the nine points. */
export const POINT_CODES = {
  N001: code({
    severity: 'warning',
    title: 'No title',
    traits: ['surely fixed'],
    message: () => 'The document has no title: its first line is `# Specification: <title>`',
    page: `
The title is the product's name, on its screens and in its API's description. Without one the product is called
"Untitled".

❌

~~~markdown
## 1. What the product does and for whom

Employees claim what they spent.
~~~

✅

~~~markdown
# Specification: Expense claims

## 1. What the product does and for whom

Employees claim what they spent.
~~~
`,
  }),

  N002: code<{ readonly title: string }>({
    severity: 'error',
    title: 'A second title',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: ({ title }) => `\`# ${title}\` is a second title: a document has one, before its points`,
    page: `
\`#\` stands for the document's title alone, before the first point. Points are \`##\`, items \`###\`, their parts \`####\`.

❌

~~~markdown
# Specification: Library

# Loans
~~~

✅

~~~markdown
# Specification: Library

## 1. What the product does and for whom
~~~
`,
  }),

  N003: code<{ readonly heading: string | null }>({
    severity: 'error',
    title: 'Not one of the nine points',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: ({ heading }) =>
      heading === null
        ? 'This is no specification: it has none of the nine points, from `## 1. What the product does and for whom` to `## 9. Business constants and limits`'
        : `\`## ${heading}\` is not one of the nine points, which begin with their number, 1 to 9`,
    page: `
\`##\` headings are the nine points, known by their number. What stands under any other \`##\` is not read. Prose that
belongs to no point stands before point 1; a part of a point is an \`###\` item. A text that has none of them is no
specification; \`nonet new\` writes one to begin with.

❌

~~~markdown
## Screens and routes
~~~

✅

~~~markdown
## 2. Screens and routes
~~~
`,
  }),

  N004: code<{ readonly number: string; readonly title: string; readonly meant: number | null }>({
    severity: 'error',
    title: 'No such point',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: ({ number, title, meant }) =>
      meant === null
        ? `There is no point ${number}: a document has nine, numbered 1 to 9`
        : `There is no point “${number}. ${title}”: “${title}” is point ${meant}`,
    page: `
The nine points are closed: purpose, screens, entities, states, rules, roles, calls, errors, constants. A heading with the
words of one and the number of another is read by its words.

❌

~~~markdown
## 10. Open questions
~~~

✅ A remark among the document's writers is a block quote.

~~~markdown
> Open: who pays for returned goods?
~~~
`,
  }),

  N005: code<{ readonly number: number }>({
    severity: 'error',
    title: 'A point stated twice',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: ({ number }) => `Point ${number} is stated twice`,
    page: `
A thing is stated once. Move what stands under the second heading to the first.

❌

~~~markdown
## 5. Validation rules

## 5. Validation rules
~~~

✅

~~~markdown
## 5. Validation rules

## 6. Roles and permissions
~~~
`,
  }),

  N006: code<{ readonly number: number; readonly before: number }>({
    severity: 'error',
    title: 'Points out of order',
    traits: ['surely fixed'],
    message: ({ number, before }) => `Point ${number} stands behind point ${before}: the nine points come in order`,
    page: `
Every document has its points in the same order, so that a reader finds them.

❌

~~~markdown
## 6. Roles and permissions

## 5. Validation rules
~~~

✅

~~~markdown
## 5. Validation rules

## 6. Roles and permissions
~~~
`,
  }),

  N007: code<{ readonly number: number; readonly title: string }>({
    severity: 'warning',
    title: 'A missing point',
    traits: ['of what is stated elsewhere', 'surely fixed'],
    message: ({ number, title }) => `Point ${number} (${title}) is missing: nothing of it exists until it is stated`,
    page: `
A point that is left out is a gap, as if it said \`not shown\`. Say \`none\` where there is nothing to state.

❌

~~~markdown
# Specification: Library

## 1. What the product does and for whom

Members borrow books.
~~~

✅

~~~markdown
# Specification: Library

## 1. What the product does and for whom

Members borrow books.

## 2. Screens and routes

not shown

## 3. Entities and their fields

not shown

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

not shown

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
~~~
`,
  }),

  N008: code<{ readonly number: number; readonly title: string }>({
    severity: 'hint',
    title: 'Other words for a point',
    traits: ['surely fixed'],
    message: ({ number, title }) => `The standard words of point ${number} are "${title}"`,
    page: `
A point is known by its number, and its words may differ; the standard words let readers of several documents feel at
home.

❌

~~~markdown
## 3. Data model
~~~

✅

~~~markdown
## 3. Entities and their fields
~~~
`,
  }),

  N009: code<{ readonly number: number }>({
    severity: 'warning',
    title: 'An empty point',
    traits: ['of what is stated elsewhere', 'surely fixed'],
    message: ({ number }) => `Nothing stands under point ${number}: it is read as \`not shown\``,
    page: `
An empty point does not say whether there is nothing, or nothing is known yet. It is read as the latter, a gap.

❌

~~~markdown
## 4. States and transitions

## 5. Validation rules
~~~

✅

~~~markdown
## 4. States and transitions

none

## 5. Validation rules

not shown
~~~
`,
  }),
};
