import { code } from '../../code.ts';

/** N030 to N036: included files. */
export const INCLUDE_CODES = {
  N030: code<{ readonly path: string; readonly through: readonly string[] }>({
    severity: 'error',
    title: 'An include in a circle',
    message: ({ path, through }) =>
      through.length < 2
        ? `\`${path}\` includes itself`
        : `\`${path}\` is being included already: ${[...through, path].join(' → ')}`,
    page: `
A file can't contain itself, directly or through others.

❌

~~~markdown
# Specification: Library

[include](spec.md)
~~~

✅

~~~markdown
# Specification: Library

[include](loans.md)
~~~
`,
  }),

  N031: code<{ readonly path: string }>({
    severity: 'error',
    title: 'No such file',
    message: ({ path }) => `There is no file \`${path}\``,
    page: `
An include names a file relative to the file in which it stands.

❌

~~~markdown
## 3. Entities and their fields

[include](lons.md)
~~~

✅

~~~markdown
## 3. Entities and their fields

[include](items.md)
~~~
`,
  }),

  N032: code<{ readonly path: string }>({
    severity: 'error',
    title: "A file outside the document's folder",
    message: ({ path }) =>
      /^[a-z][a-z\d+.-]+:/i.test(path)
        ? `\`${path}\` is an address, and a document includes only files of its own folder`
        : `\`${path}\` lies outside the document's folder`,
    page: `
A document is one folder: what it includes lies beside it or below it, also after symbolic links are followed. So a
document can't show a file of the machine that reads it, and it can be moved as a whole.

❌

~~~markdown
## 3. Entities and their fields

[include](../shared/items.md)
~~~

✅

~~~markdown
## 3. Entities and their fields

[include](items.md)
~~~
`,
  }),

  N033: code<{ readonly path: string; readonly reason: string | null }>({
    severity: 'error',
    title: "A file that can't be read",
    withoutExample: 'the file is there, and its text is not known',
    message: ({ path, reason }) => `\`${path}\` can't be read: ${reason ?? 'the system refuses to read it'}`,
    page: `
The file is there, but it is no UTF-8 text, or the system refuses to read it. Save it as UTF-8 and see to its
permissions.
`,
  }),

  N034: code<{ readonly path: string }>({
    severity: 'error',
    title: 'Included twice',
    message: ({ path }) => `\`${path}\` is included already, and a thing is stated once`,
    page: `
Each file is included once; what it states would otherwise be stated twice.

❌

~~~markdown
## 3. Entities and their fields

[include](items.md)

[include](items.md)
~~~

✅

~~~markdown
## 3. Entities and their fields

[include](items.md)
~~~
`,
  }),

  N035: code({
    severity: 'error',
    title: 'An include among other text',
    message: () => 'An include stands in a paragraph of its own',
    page: `
A paragraph that is only \`[include](file.md)\` includes the file. Among other words it would be a mere link, which is
surely not what was meant.

❌

~~~markdown
## 3. Entities and their fields

See [include](items.md) for the rest.
~~~

✅

~~~markdown
## 3. Entities and their fields

The rest:

[include](items.md)
~~~
`,
  }),

  N036: code<{ readonly heading: string; readonly point: number }>({
    severity: 'error',
    title: 'A point inside a point',
    traits: ['unread heading', 'hidden point', 'surely fixed'],
    message: ({ heading, point }) =>
      `\`${heading}\` stands in a file that point ${point} includes: such a file has headings \`###\` and deeper`,
    page: `
A file that is included in a point continues that point, with \`###\` items of its own. A file with all nine points is
included before point 1.

❌

~~~markdown
# Specification: Library

## 3. Entities and their fields

[include](loans.md)
~~~

✅

~~~markdown
# Specification: Library

[include](loans.md)

## 1. What the product does and for whom
~~~
`,
  }),
};
