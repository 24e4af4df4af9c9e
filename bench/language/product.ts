/**
 * A complete, correct document with this number of entities, each with its screens, states, rules, permissions and
 * call.
 */
export function product(entities: number): string {
  const names = Array.from({ length: entities }, (_, index) => `Thing${index + 1}`);
  const each = (write: (name: string, index: number) => string): string => names.map(write).join('\n');
  const under = (index: number): string => `thing${index + 1}`;
  return `# Specification: Many things

## 1. What the product does and for whom

Clerks keep many kinds of things.

## 2. Screens and routes

${each(
  (name, index) => `### ${name} list \`/things-${index}\`

| part | is |
| --- | --- |
| kind | list of ${name} |
| for | clerk |
| where | \`amount > 0 or keeper == user\` |
| columns | title, amount, due, status, keeper.name |
| filters | status, due |
| search | title |
| order | due desc, title |
| actions | create, export |

### ${name} \`/things-${index}/{${under(index)}}\`

| part | is |
| --- | --- |
| kind | record of ${name} |
| for | clerk |
| fields | Thing: title, amount; Time: due, status |
| actions | edit, close |
`,
)}
## 3. Entities and their fields

${each(
  (name, index) => `### ${name}

Things of the kind ${index + 1}.

| field | type | rules | meaning |
| --- | --- | --- | --- |
| title | text | 1..80 | what it is called |
| amount | money | 0.. | |
| quantity | integer | optional, 1..1000 | |
| due | date | default today() + 30 days | |
| keeper | User | default user | |
| before | ${names[Math.max(0, index - 1)]} | optional | |
| closed_at | datetime | optional | |
| large | boolean | = amount > LIMIT | |
| status | state | | |
`,
)}
## 4. States and transitions

${each(
  (name) => `### ${name}.status

| state | kind |
| --- | --- |
| open | initial |
| closed | final |

| event | from | to | by | when | then | error |
| --- | --- | --- | --- | --- | --- | --- |
| close | open | closed | clerk, keeper | \`due <= today() and (quantity == null or quantity > 0)\` | \`closed_at = now()\` | TOO_EARLY |
`,
)}
## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
${each((name, index) => `| V${index + 1} | ${name} create | \`amount < LIMIT or user is clerk\` | TOO_MUCH |`)}

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | assigned | |
| keeper | \`keeper == user\` | ${names.join(', ')} |

### Permissions

${each(
  (name) => `#### ${name}

| may | clerk | keeper | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create | \`amount < LIMIT\` | no | no |
| update | yes | \`status == "open"\` | no |
| delete, export | yes | no | no |
`,
)}
#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, delete, update roles, update email | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_EARLY | 409 | Not before {due}. | ${names.map((name) => `${name} close`).join(', ')} |
| TOO_MUCH | 422 | At most {LIMIT}. | ${names.map((_, index) => `V${index + 1}`).join(', ')} |

## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| CURRENCY | "EUR" | |
| LIMIT | 500 EUR | |
`;
}
