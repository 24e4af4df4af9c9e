import { code } from '../code.ts';

/** N580 to N587: what the checker says about given screens and widgets. */
export const GIVEN_PAGE_CODES = {
  N580: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed `given by` of a page',
    message: ({ text }) =>
      `“${text}” names no page: a screen or a widget is given by an HTML file beside the document, such as \`given by screens/plan.html\`.`,
    page: `A screen is stated in the document, or given by a page of a file beside it.

❌ \`given by plan.js#draw\`

✅ \`given by plan.html\``,
  }),
  N581: code<{ path: string; because: 'missing' | 'outside' | 'unreadable' | 'large'; reason: string | null }>({
    severity: 'error',
    title: 'A given page that is not there',
    message: ({ path, because, reason }) =>
      ({
        missing: `There is no file “${path}” beside the document.`,
        outside: `“${path}” is outside the folder of the document. A given page is in it, or in a folder below.`,
        unreadable: `“${path}” can't be read: ${reason ?? 'it is not text'}.`,
        large: `“${path}” has ${reason ?? 'too many'} characters, and a given page at most 1,000,000.`,
      })[because],
    page: `The path is relative to the file that states it, and never leads out of the folder of the document. A page has at most 1,000,000 characters.

❌ \`given by plans.html\`

✅ \`given by plan.html\``,
  }),
  N582: code<{ path: string; line: number; asked: string; part: 'reads' | 'does' }>({
    severity: 'error',
    title: 'A given page that asks for more than is declared',
    message: ({ path, line, asked, part }) =>
      `${path}:${line}: the page asks for \`${asked}\`, which \`${part}\` of this screen does not declare: it would be refused.`,
    page: `A given page gets what its screen declares, and nothing else: \`reads\` has the records with their fields, \`does\` the changes. Names that the page works out are judged when it asks.

❌ \`given by greedy.html\`, whose script has \`nonet.list('Article')\`

✅ \`given by plan.html\`, whose script has \`nonet.list('Claim')\``,
  }),
  N583: code<{ path: string; line: number; what: 'loads' | 'leads' | 'handler' | 'element'; found: string }>({
    severity: 'error',
    title: 'A given page that reaches elsewhere',
    message: ({ path, line, what, found }) =>
      `${path}:${line}: ${
        {
          loads: `the page loads “${found}”. A given page has no network: write styles and scripts into it, and pictures as \`data:\` addresses.`,
          leads: `the page leads to “${found}”. It can't leave its frame: state a link among the \`actions\` of the screen.`,
          handler: `\`${found}\` holds a script, which does not run there: use \`addEventListener\` in a script element.`,
          element: `\`<${found}>\` does nothing in the frame of a given page.`,
        }[what]
      }`,
    page: `A given page is one file, carried with the document as it is. It runs in a frame without network, without forms that are sent and without handlers in attributes. A bundler (\`vite-plugin-singlefile\`, \`esbuild --bundle\`) makes one file of several.

❌ \`given by loading.html\`, which has \`<script src="https://example.com/charts.js">\`

✅ \`given by plan.html\``,
  }),
  N584: code<{ path: string; line: number; column: number; reason: string }>({
    severity: 'error',
    title: 'A script of a given page that is none',
    message: ({ path, line, column, reason }) => `${path}:${line}:${column}: ${reason}.`,
    page: `The scripts of a given page are read before it is served.

❌ \`given by broken.html\`, which has \`<script>nonet.list('Claim'</script>\`

✅ \`given by plan.html\``,
  }),
  N585: code<{ text: string; owned?: { entity: string; by: string } }>({
    severity: 'error',
    title: 'Ill-formed `reads` or `does`',
    message: ({ text, owned }) =>
      owned
        ? `Records of ${owned.entity} are read and written with those that own them: \`${owned.by}\`.`
        : `“${text}” names no change: \`does\` has an entity, a colon and what is done with its records, such as \`Claim: approve, update note\`.`,
    page: `\`does\` lists the changes that a given screen may ask for, by entity: \`create\`, \`delete\`, \`update\` with or without a field, and events of point 4.

❌ \`| does | Claim |\`

✅ \`| does | Claim: approve |\``,
  }),
  N586: code<{ field: string; type: string }>({
    severity: 'error',
    title: 'A widget for a field that can have none',
    message: ({ field, type }) =>
      `“${field}” is ${type}, which no widget shows or enters: a widget is for one value, such as a text, a number, a choice, a date or a yes or no.`,
    page: `A widget shows and enters one value of a field: texts, numbers, amounts, choices, dates and times, yes or no. References, lists, files, secrets, states and numbers of the product have none.

❌ \`| extra | Project | optional, widget given by widget.html |\`

✅ \`| extra | text | optional, widget given by widget.html |\``,
  }),
  N587: code<{ path: string; line: number; asked: string }>({
    severity: 'error',
    title: 'A widget that asks the product',
    message: ({ path, line, asked }) =>
      `${path}:${line}: the page asks for \`${asked}\`. A widget has the value of its field and nothing else; a given screen (2) may ask for what it declares.`,
    page: `A widget gets the value of its field with what is stated of it (\`nonet.field\`), and sets it (\`nonet.set\`).

❌ \`| extra | text | optional, widget given by plan.html |\`, whose script has \`nonet.list('Claim')\`

✅ \`| extra | text | optional, widget given by widget.html |\``,
  }),
};
