import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../diagnostics/catalogue.ts';
import type { PointName } from '../../points.ts';
import { checkText, documentOf } from '../harness.ts';

const ITEM = `### Item

| field | type | rules |
| --- | --- | --- |
| name | text | 1..40 |
| amount | decimal(8, 2) | 0.01..50 |
| note | text | optional |
| due | date | optional |
| phase | state | |`;

const PHASES = '| state | kind |\n| --- | --- |\n| open | initial |\n| busy | |\n| done | final |';
const EVENTS =
  '| event | from | to | by |\n| --- | --- | --- | --- |\n| go | open | busy | boss |\n| end | busy | done | boss |';

const ROLES = `### Roles

| role | is given to |
| --- | --- |
| boss | assigned |

### Permissions

#### Item

| may | boss |
| --- | --- |
| read, create, update, delete | yes |

#### User

| may | boss |
| --- | --- |
| read, create, update, update roles, update email, delete | yes |`;

const FACT = '### Fact\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n| size | integer | |';
const FACT_ROLES = '#### Fact\n\n| may | boss |\n| --- | --- |\n| read, create | yes |\n| update, delete | no |';

const DOCUMENT: Partial<Record<PointName, string>> = {
  entities: ITEM,
  states: `### Item.phase\n\n${PHASES}\n\n${EVENTS}`,
  roles: ROLES,
};

/** Where the examples of a page stand in a whole document. */
const FRAMES: Readonly<Record<string, (example: string) => Partial<Record<PointName, string>>>> = {
  N421: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N451: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N452: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N453: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N455: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N456: (examples) => ({ states: `### Item.phase\n\n${PHASES}\n\n${EVENTS}\n\n${examples}` }),
  N457: (states) => ({ states: `### Item.phase\n\n${PHASES}\n\n${states}` }),
  N551: (rules) => ({ rules }),
  N552: (rules) => ({ rules }),
  N553: (rules) => ({ rules }),
  N554: (rules) => ({ rules }),
  N555: (rules) => ({ rules, entities: `${ITEM}\n\n${FACT}`, roles: `${ROLES}\n\n${FACT_ROLES}` }),
  N556: (rules) => ({ rules, entities: `${ITEM}\n\n${FACT}`, roles: `${ROLES}\n\n${FACT_ROLES}` }),
};

/** The fenced example behind a mark in a page. */
function example(page: string, mark: '❌' | '✅'): string {
  const found = new RegExp(`${mark}[^~]*?~~~markdown\\n([\\s\\S]*?)\\n~~~`).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no example behind ${mark}`);
  return found;
}

describe('the examples of the pages are what they say', () => {
  test.each(Object.keys(FRAMES))('%s', (id) => {
    const page = CATALOGUE.get(id)?.page ?? '';
    const codesOf = (text: string): string[] =>
      checkText(documentOf({ ...DOCUMENT, ...FRAMES[id]?.(text) })).diagnostics.map(({ code }) => code);
    expect(codesOf(example(page, '❌'))).toContain(id);
    const errors = new Set(['N806']); // The errors that an example names are no matter of its own.
    expect(codesOf(example(page, '✅')).filter((code) => !errors.has(code))).toEqual([]);
  });
});
