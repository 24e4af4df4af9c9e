import { code } from '../code.ts';
import { offer } from '../offer.ts';

const FUNCTIONS_JS =
  'The examples are about this `functions.js`: `export function isRound(amount) { return Number(amount) % 10 === 0; }`.';

/** N570 to N572: what the checker says about calls of given functions. */
export const GIVEN_CALL_CODES = {
  N570: code<{ name: string; term?: string }>({
    severity: 'error',
    title: 'A given function that stands where the database decides',
    message: ({ name, term }) =>
      `“${name}${term === undefined ? '' : ` (in ${term})`}” is given by a function, which can't be called here. It may stand in what must hold in a rule of point 5, which is judged when a record is saved.`,
    page: `The database decides permissions, guards, filters, computed fields and the like, and it has no part of the program in it. A rule is judged on single records when they are saved, so that a given function can be called for it.

❌ \`rounded(total)\` as a permission

✅ \`rounded(total)\` as a rule`,
  }),
  N571: code<{ name: string }>({
    severity: 'error',
    title: 'A given function in a query',
    message: ({ name }) =>
      `“${name}” is given by a function, which is called once for the record that is saved, and not for each record of a query. State a rule on the entity of those records.`,
    page: `A query is read by the database, over as many records as there are. A rule on the entity that it queries says the same of each record when it is saved.

❌ \`all(lines have rounded(amount))\`

✅ \`rounded(total)\``,
  }),
  N572: code<{ name: string; inner: string }>({
    severity: 'error',
    title: 'A given function of a given function',
    message: ({ name, inner }) =>
      `“${name}” gets a value of “${inner}”, which is given as well. Let one function of the file call the other.`,
    page: `The values of a given function are read from the record at once. What needs a function of a function is a function itself, in the file.

❌ \`is_spelt(spelling(purpose))\`

✅ \`is_spelt(purpose)\``,
  }),
};

/** N573 to N579: what the checker says about given functions. */
export const GIVEN_CODES = {
  N573: code<{ name: string; because: 'form' | 'body' | 'no file' }>({
    severity: 'error',
    title: 'Ill-formed `given by`',
    message: ({ name, because }) =>
      ({
        form: `\`${name}\` is given by an address: a file beside the document, \`#\`, and the name that it exports, such as \`given by functions.js#isRound\`.`,
        body: `\`${name}\` is given by a function, so it has no expression or table of its own. Leave out one of them.`,
        'no file': `\`${name}\` states the type of its result, and nothing that gives it: \`given by functions.js#isRound\`. The type of an expression is known.`,
      })[because],
    page: `A term is stated in the document, or given by a function of a file beside it.

❌

~~~markdown
given by isRound
~~~

✅

~~~markdown
given by functions.js#isRound
~~~`,
  }),
  N574: code<{ path: string; because: 'missing' | 'outside' | 'unreadable'; reason: string | null }>({
    severity: 'error',
    title: 'A given file that is not there',
    message: ({ path, because, reason }) =>
      ({
        missing: `There is no file “${path}” beside the document.`,
        outside: `“${path}” is outside the folder of the document. A given file is in it, or in a folder below.`,
        unreadable: `“${path}” can't be read: ${reason ?? 'it is not text'}.`,
      })[because],
    page: `The path is relative to the file that states it, and never leads out of the folder of the document. ${FUNCTIONS_JS}

❌

~~~markdown
given by function.js#isRound
~~~

✅

~~~markdown
given by functions.js#isRound
~~~`,
  }),
  N575: code<{ path: string; line: number; column: number; reason: string }>({
    severity: 'error',
    title: 'A given file that is no module',
    message: ({ path, line, column, reason }) => `${path}:${line}:${column}: ${reason}.`,
    page: `A given file is one ECMAScript module, as text that no tool has to translate first.

❌ \`given by broken.js#isRound\`, where \`broken.js\` has \`export function isRound(amount) {\`

✅ \`given by functions.js#isRound\``,
  }),
  N576: code<{ path: string; exported: string; nearest: string | null }>({
    severity: 'error',
    title: 'A function that is not exported',
    message: ({ path, exported, nearest }) =>
      `“${path}” exports no function “${exported}”.${offer(nearest)} It is exported by its name: \`export function ${exported}(…) { … }\`.`,
    page: `The name behind \`#\` is that of a function which the file declares and exports.

❌ \`given by functions.js#isRounded\`

✅ \`given by functions.js#isRound\``,
  }),
  N577: code<{ path: string; line: number; from: string }>({
    severity: 'error',
    title: 'A given file that imports',
    message: ({ path, line, from }) =>
      `${path}:${line}: the file imports “${from}”. A given function has nothing but its values: bundle what it needs into one file.`,
    page: `A given file is carried with the document as it is, and runs without files and network. A bundler (\`esbuild --bundle --format=esm\`) makes one file of several.

❌ \`given by importing.js#isRound\`, where \`importing.js\` has \`import { ten } from './ten.js';\`

✅ \`given by functions.js#isRound\``,
  }),
  N578: code<{ name: string; what: 'parameter' | 'result'; found: string | null }>({
    severity: 'error',
    title: 'A type that a given function has not',
    message: ({ name, what, found }) =>
      what === 'result'
        ? `${found === null ? `\`${name}\` does not state the type of its result` : `“${found}” is no type of a result`}: behind the parameters stands boolean, integer, decimal, text or date, as in \`#### ${name}(amount money) boolean\`.`
        : `The parameter “${found ?? ''}” of \`${name}\` has a type that a function can't be given: text, a choice, boolean, integer, decimal, money, date, time or datetime.`,
    page: `A given function gets plain values and gives one: boolean, integer, decimal, text or date.

❌ \`#### rounded(amount money)\`

✅ \`#### rounded(amount money) boolean\``,
  }),
  N579: code<{
    path: string;
    line: number;
    exported: string;
    because: 'async' | 'generator' | { takes: number; given: number };
  }>({
    severity: 'error',
    title: 'A function of another form',
    message: ({ path, line, exported, because }) =>
      because === 'async'
        ? `${path}:${line}: “${exported}” is \`async\`. A given function answers at once.`
        : because === 'generator'
          ? `${path}:${line}: “${exported}” is a generator. A given function returns one value.`
          : `${path}:${line}: “${exported}” takes ${because.takes === 1 ? '1 value' : `${because.takes} values`}, and the term has ${because.given}.`,
    page: `The function takes as many values as the term has parameters, and returns one.

❌ \`given by functions.js#between\`, where the file has \`export function between(amount, least, most) { … }\`

✅ \`given by functions.js#isRound\``,
  }),
};
