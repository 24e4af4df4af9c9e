import { code } from '../code.ts';
import { HEADING_CODES } from './document/headings.ts';
import { INCLUDE_CODES } from './document/includes.ts';
import { POINT_CODES } from './document/points.ts';
import { TABLE_CODES } from './document/tables.ts';
import { TEXT_CODES } from './document/text.ts';
import { VERSION_CODES } from './document/version.ts';

/**
 * The diagnostics about the text of a document; N017 to N019, N027 to N029, N037 to N039 and N048 are in `tables.ts`,
 * N097 here: the numbers up to N049 are taken.
 */
export const DOCUMENT_CODES = {
  ...POINT_CODES,
  ...HEADING_CODES,
  ...TABLE_CODES,
  ...INCLUDE_CODES,
  ...TEXT_CODES,
  ...VERSION_CODES,

  N097: code<{ readonly deepest: number }>({
    severity: 'error',
    title: 'Nested too deep',
    message: ({ deepest }) => `This line stands in more than ${deepest} quotes and lists, so it is read as plain words`,
    page: `
A line may stand in up to 32 quotes and lists, one in the other. Take some of the signs or blanks before its words away.

❌

~~~markdown
> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > who pays?
~~~

✅

~~~markdown
> who pays?
~~~
`,
  }),
};
