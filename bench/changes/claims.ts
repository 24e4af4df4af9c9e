import { checkDocument, type Plan } from '@nonet/language';

const DOCUMENT = `# Specification: Claims

## 3. Entities and their fields

### Customer

| field | type | rules |
| --- | --- | --- |
| name | text | |

### Claim

| field | type | rules |
| --- | --- | --- |
| title | text | |
| amount | decimal(10, 2) | |
| note | text | optional |
| customer | Customer | |
| twice | decimal(11, 2) | \`= amount * 2\` |
| status | state | |

| setting | is |
| --- | --- |
| history | kept |

## 4. States and transitions

### Claim.status

| state | kind | was |
| --- | --- | --- |
| open | initial | |
| done | final | |

| event | from | to | by |
| --- | --- | --- | --- |
| finish | open | done | anybody |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |
`;

export interface ChangeClass {
  readonly name: string;
  readonly plan: Plan;
}

export const FORMER: Plan = planOfText(DOCUMENT);

const added = (row: string) => replaced('| status | state | |', `| status | state | |\n| ${row} |`);

/** Each class of change, as a document that follows the former one. */
export const CLASSES: readonly ChangeClass[] = [
  ['only a text', replaced('# Specification: Claims', '# Specification: Claims of today')],
  ['field, optional', added('code | text | optional')],
  ['field, constant default', added('rank | integer | default 3')],
  ['field, computed default', added('since | date | default today()')],
  ['field, default by record', added('grade | text | default "high", when amount > 500')],
  ['field, slug', added('address | slug of title |')],
  ['field becomes required', replaced('| title | text | |', '| title | text | 1.. |')],
  ['field renamed', replaced('| note | text | optional |', '| remark | text | optional, was note |')],
  [
    'entity renamed',
    DOCUMENT.replaceAll('Claim.status', 'Expense.status').replace('### Claim\n', '### Expense (was: Claim)\n'),
  ],
  [
    'state renamed',
    DOCUMENT.replace('| done | final | |', '| closed | final | done |').replace('| open | done |', '| open | closed |'),
  ],
  ['new index', replaced('| amount | decimal(10, 2) | |', '| amount | decimal(10, 2) | indexed |')],
  ['new unique', replaced('| title | text | |', '| title | text | unique |')],
  [
    'new reference',
    added(
      'payer | Customer | default if first(Customer order name) != null then first(Customer order name) else null, optional',
    ),
  ],
  ['narrowing, refused', replaced('| amount | decimal(10, 2) | |', '| amount | decimal(10, 2) | ..1 |')],
  ['computed made stored', replaced('| `= amount * 2` |', '| default 0 |')],
  ['values worked out', replaced('| amount | decimal(10, 2) | |', '| amount | decimal(10, 2) | from amount / 2 |')],
  [
    'records made, each of one',
    made(
      '| note | text | optional |',
      '| remark | Remark | optional, from if note != null then this else null |',
      '| text | text | from note |',
      'Claim where note != null',
    ),
  ],
  [
    'records made, by a key',
    made(
      '| note | text | optional |',
      '| remark | Remark | optional, from note |',
      '| text | text | unique, from note |',
      'Claim where note != null, key note',
    ),
  ],
  ['more places', replaced('| amount | decimal(10, 2) | |', '| amount | decimal(12, 4) | |')],
].map(([name = '', text = '']) => ({ name, plan: planOfText(text) }));

/** A field that refers to records which are made of the claims. */
function made(part: string, by: string, field: string, from: string): string {
  const entity = `### Remark\n\n| field | type | rules |\n| --- | --- | --- |\n${field}\n\n| setting | is |\n| --- | --- |\n| from | ${from} |\n`;
  return replaced(part, by).replace('## 4.', () => `${entity}\n## 4.`);
}

function replaced(part: string, by: string): string {
  const text = DOCUMENT.replace(part, () => by);
  if (text === DOCUMENT) throw new Error(`The document has no ${part}`);
  return text;
}

function planOfText(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('The document includes nothing.');
  });
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}
