import { code } from '../../code.ts';

/** N198 and N199: the version of the language that a document states. */
export const VERSION_CODES = {
  N198: code<{ readonly stated: string; readonly isLater: boolean; readonly known: number }>({
    severity: 'error',
    title: 'A version of the language that is not known',
    message: ({ stated, isLater, known }) => {
      if (stated === '') return `“Nonet:” states no version of the language: this program knows ${known}`;
      return isLater
        ? `This document is written in version ${stated} of the language; this program knows version ${known}: install a newer one`
        : `“${stated}” is no version of the language: this program knows ${known}`;
    },
    page: `
Below its title a document may state the version of the language that it is written in, as a whole number. A program that does not
know it says so, and does not guess. Without that line the document is read in the version of the program.

❌

~~~markdown
# Specification: Library

Nonet: 1000
~~~

✅

~~~markdown
# Specification: Library

Nonet: 1
~~~
`,
  }),

  N199: code({
    severity: 'error',
    title: 'Two versions of the language',
    message: () => 'The version of the language is stated above already',
    page: `
A document is written in one version of the language. Take one of the lines out.

❌

~~~markdown
# Specification: Library

Nonet: 1

Nonet: 1
~~~

✅

~~~markdown
# Specification: Library

Nonet: 1
~~~
`,
  }),
};
