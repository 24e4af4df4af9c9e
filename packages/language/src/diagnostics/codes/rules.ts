import { withArticle } from '../article.ts';
import { code } from '../code.ts';
import { offer } from '../offer.ts';

/** N5xx: what the checker says about point 5. */
export const RULES_CODES = {
  N501: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    traits: ['foreign cell'],
    unknownName: { points: '3', isEntity: true },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'A rule holds on an entity of point 3.\n\n❌ `Clam`\n\n✅ `Claim`',
  }),
  N502: code<{ entities: readonly string[] }>({
    severity: 'error',
    title: 'Rule on several entities',
    message: ({ entities }) =>
      `A rule sees one record, but this one is on ${entities.join(' and ')}. State it once for each entity.`,
    page: 'What must hold is read on the record that is saved, so its names mean fields of one entity. State one rule for each.\n\n❌ `Claim, Loan`\n\n✅ `Claim`, and a rule of its own on `Loan`',
  }),
  N503: code<{ entity: string; event: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    traits: ['foreign cell'],
    unknownName: { points: '4', name: ({ event }) => event },
    names: ({ event }) => [event],
    message: ({ entity, event, nearest }) =>
      `${entity} has no event “${event}”; a rule is on \`create\`, \`update\` or an event of point 4.${offer(nearest)}`,
    page: 'The column `on` lists when a rule is judged.\n\n❌ `Claim submitt`\n\n✅ `Claim submit`',
  }),
  N504: code<{ text: string; meant: string | null }>({
    severity: 'error',
    title: 'Ill-formed `on`',
    traits: ['foreign cell'],
    message: ({ text, meant }) =>
      `“${text}” is not understood: write ${meant === null ? 'an entity (`Claim`), or an entity and when (`Claim create`)' : `\`${meant}\``}.`,
    page: 'The column `on` is a list of entities with `create`, `update` or an event; a bare entity means create, update and the events that change a field it reads.\n\n❌ `when a claim is created`\n\n✅ `Claim create`',
  }),
  N505: code<{ rule: string }>({
    severity: 'error',
    title: 'Rule that says nothing',
    message: ({ rule }) => `Nothing must hold in “${rule}”. State it, leave it \`not shown\`, or leave the rule out.`,
    page: 'A rule without a condition refuses nothing.\n\n❌ `none`\n\n✅ `not shown`, until it is known',
  }),
  N506: code<{ name: string }>({
    severity: 'error',
    title: 'Ill-formed name of a rule',
    traits: ['unfit cell', 'no name'],
    message: ({ name }) => `“${name}” can't be the name of a rule: it is a letter, then letters, digits and \`_\`.`,
    page: 'Refusals, the error catalogue and history name a rule by its name.\n\n❌ `rule 2`\n\n✅ `V2`',
  }),
  N551: code<{ rule: string; entity: string }>({
    severity: 'error',
    title: 'A rule that no record can keep',
    message: ({ rule, entity }) =>
      `No ${entity} can keep “${rule}”: it contradicts itself, or what points 3, 4 and 6 say of its fields. Everything that it judges would be refused.`,
    page: `A rule that no record keeps refuses every save that it judges. It is compared with itself and with what is known of its fields: their ranges, choices, \`optional\`, \`when\`, what they are computed from, the states that the record can be in when the rule is judged, and on \`create\` alone what nobody and nothing sets then.

What is looked at: true and false, choices, empty or not, and comparisons of numbers, dates, instants and lengths with each other and with constants. What is not (queries over records, parts of texts, products of two fields) may be anything, so nothing is reported that depends on it. A condition with very many alternatives is left alone.

❌ a field \`amount\` with \`0.01..50\`, and a rule that asks for more:

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount >= 100\` | OUT_OF_RANGE |
~~~

✅

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount >= 10\` | OUT_OF_RANGE |
~~~`,
  }),
  N552: code<{ rule: string; entity: string }>({
    severity: 'warning',
    title: 'A rule that no record can break',
    message: ({ rule, entity }) =>
      `Every ${entity} keeps “${rule}” already, whatever is entered: it never refuses anything, and its error is never seen.`,
    page: `A rule that follows from what the fields say (their ranges, choices, \`optional\`, the states of the record) refuses nothing. Either it was meant otherwise, or it can be left out. N551 says how far this looks.

❌ a field \`amount\` with \`0.01..50\`, and a rule that asks for less:

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 0\` | OUT_OF_RANGE |
~~~

✅

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 5\` | OUT_OF_RANGE |
~~~`,
  }),
  N553: code<{ rule: string; other: string; entity: string; moments: readonly string[] }>({
    severity: 'error',
    title: 'Two rules that no record keeps together',
    message: ({ rule, other, entity, moments }) =>
      `No ${entity} can keep both “${other}” and “${rule}”, and both are judged on ${moments.join(', ')}: it would always be refused.`,
    page: `All rules of a moment must hold at once. Two that exclude each other refuse whatever is saved then. N551 says how far this looks.

❌

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 10\` | OUT_OF_RANGE |
| V2 | Item | \`amount < 5\` | OUT_OF_RANGE |
~~~

✅

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 5\` | OUT_OF_RANGE |
| V2 | Item | \`amount < 10\` | OUT_OF_RANGE |
~~~`,
  }),
  N554: code<{ rule: string; other: string }>({
    severity: 'hint',
    title: 'A rule that another one implies',
    message: ({ rule, other }) =>
      `Whatever keeps “${other}” keeps “${rule}” too, so “${rule}” never refuses anything alone.`,
    page: `Of two rules that are judged at the same moments, one asks for no more than the other. That may be meant, to give each its own message; otherwise the weaker one can be left out.

❌

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 10\` | OUT_OF_RANGE |
| V2 | Item | \`amount > 5\` | OUT_OF_RANGE |
~~~

✅

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount > 10\` | OUT_OF_RANGE |
| V2 | Item | \`amount < 40\` | OUT_OF_RANGE |
~~~`,
  }),
  N555: code<{ rule: string; moments: readonly string[] }>({
    severity: 'warning',
    title: 'A rule that is never judged',
    message: ({ rule, moments }) =>
      `“${rule}” never refuses anything: ${moments.length === 1 ? `“${moments[0]}” never happens` : `none of ${moments.join(', ')} ever happens`}, because nobody may do it, and nothing else does.`,
    page: `A rule is judged when what its \`on\` names happens. Where no role of point 6 may do any of it, and no effect does, its error is raised for nothing.

❌ items that nobody may change, and a rule that is judged when they are:

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Fact update | \`size > 5\` | OUT_OF_RANGE |
~~~

✅

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Fact create | \`size > 5\` | OUT_OF_RANGE |
~~~`,
  }),
  N556: code<{ rule: string; entity: string }>({
    severity: 'warning',
    title: 'A rule that reads nothing of its record',
    message: ({ rule, entity }) =>
      `“${rule}” is judged when ${withArticle(entity)} is changed, and reads nothing of it, of other records of ${entity}, or of who changes it: no change of the ${entity} could keep it.`,
    page: `Whoever is refused by a rule fixes what they have entered. Where the rule reads nothing of the record, its error names no field, and nothing that they enter keeps it. A rule on \`create\` alone may be meant so: nothing is created until something else is so.

❌

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`count(Fact where size > 5) < 10\` | OUT_OF_RANGE |
~~~

✅ the rule stands on what it reads, or is about the record:

~~~markdown
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Item | \`amount < 5 or count(Fact where size > 5) < 10\` | OUT_OF_RANGE |
~~~`,
  }),
} as const;
