import { expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { listOfTile } from './tile-list.ts';

/** 2: a tile's number leads to the list that says most nearly what it counts, of those that its reader may open. */

const none = (place: number, title: string) => `## ${place}. ${title}\n\nnone\n`;
const list = (name: string, where: string) =>
  `### ${name} \`/${name.toLowerCase()}\`\n\n| part | is |\n| --- | --- |\n| kind | list of Loan |\n| for | everyone |\n| columns | title |\n${where === '' ? '' : `| where | \`${where}\` |\n`}\n`;

function leadsTo(shows: string, lists: Readonly<Record<string, string>>): string | null {
  const text = `# Lending

${none(1, 'Purpose')}
## 2. Screens and routes

### Overview \`/\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
| Counted | \`${shows}\` | | number |

${Object.entries(lists)
  .map(([name, where]) => list(name, where))
  .join('')}
## 3. Entities and their fields

### Loan

| field | type | rules |
| --- | --- | --- |
| title | text | |
| holder | User | |
| due | date | |
| back | boolean | default false |

${none(4, 'States')}
${none(5, 'Rules')}
${none(6, 'Roles')}
${none(7, 'Calls')}
${none(8, 'Errors')}
${none(9, 'Constants')}`;
  const { screens } = planFrom('lending.md', text);
  const [tile] = screens.find(({ kind }) => kind === 'dashboard')?.tiles ?? [];
  if (tile === undefined) throw new Error('The document has no tile.');
  return listOfTile(screens, tile)?.name ?? null;
}

test.each<[what: string, shows: string, lists: Record<string, string>, expected: string | null]>([
  ['the one of the same condition', 'count(Loan where not back)', { All: '', Out: 'not back' }, 'Out'],
  [
    'one of a part of it',
    'count(Loan where not back and due < today())',
    { Mine: 'holder == user', Out: 'not back' },
    'Out',
  ],
  ['one of all', 'count(Loan where due < today())', { Mine: 'holder == user', All: '', Out: 'not back' }, 'All'],
  ['one of others rather than one’s own', 'count(Loan)', { Mine: 'holder == user', Out: 'not back' }, 'Out'],
  ['one’s own where the tile is, too', 'count(Loan where holder == user)', { All: '', Mine: 'holder == user' }, 'Mine'],
  ['the first of several alike', 'count(Loan)', { One: '', Two: '' }, 'One'],
  ['none where there is none', 'count(Loan)', {}, null],
])('a tile leads to %s', (_what, shows, lists, expected) => {
  expect(leadsTo(shows, lists)).toBe(expected);
});
