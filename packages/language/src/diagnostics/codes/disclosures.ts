import { type Code, code } from '../code.ts';

const INTRODUCTION =
  'What somebody may not read does not exist for them, except where an outcome that they see depends on it. Each such place is listed, so that it is decided and not overlooked. It is no error; where it is meant, it is allowed with its reason: a block quote under the heading, such as';

/** Data that somebody may not be able to read: a field of an entity, or which records exist (null). */
export interface HiddenRead {
  readonly entity: string;
  readonly field: string | null;
}

/** A hidden read, in words. */
export function hiddenWords({ entity, field }: HiddenRead): string {
  return field === null ? `which records of ${entity} there are` : `\`${field}\` of ${entity}`;
}

/** N65x: outcomes that depend on what their reader may not read (6). */
export const DISCLOSURE_CODES = {
  N650: code<{ name: string; hidden: readonly HiddenRead[] }>({
    severity: 'disclosure',
    title: 'A condition that reads what its reader may not read',
    message: ({ name, hidden }) =>
      `The outcome of ${name} depends on ${list(hidden.map(hiddenWords))}, which whoever it is judged for need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N650: that a desk is taken is no secret\`.

Rules, guards, cells, roles, \`among\`, the \`when\` of an exact call and the values that it enters see everything. Whoever is refused, or is not, learns something of what the condition read. Nothing is listed where it follows from point 6 that they may read it: a rule that counts \`Claim where owner == user\`, where owners may read their claims.

❌ \`not exists(Payment where claim == this)\` as the guard of an event that owners may take, where clerks alone read payments

✅ \`to >= from\`, which owners may read, or the disclosure is allowed`,
  }),
  N651: code<{ entity: string; fields: readonly string[] }>({
    severity: 'disclosure',
    title: 'A unique value that may be taken by a hidden record',
    message: ({ entity, fields }) =>
      `That ${list(fields.map((field) => `\`${field}\``))} of ${entity} is taken tells whoever enters it of a record that they need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N651: project codes are known to everybody\`.

A value that is \`unique\` is refused where any record has it already; so is the e-mail address of somebody who signs up, which tells that the address has an account.

❌ \`owner == user\` as who of those that create claims may read them, where a claim’s \`code\` is \`unique\`

✅ \`yes\`: whoever creates one may read the code of every other`,
  }),
  N652: code<{ referred: string; entity: string; field: string }>({
    severity: 'disclosure',
    title: 'A record that is kept by a hidden one',
    message: ({ referred, entity, field }) =>
      `That ${referred} can't be deleted because of \`${field}\` tells whoever tries of a record of ${entity} that they need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N652: that a category is in use is no secret\`.

A reference with \`restrict\`, which is the standard, keeps the record that it refers to from being deleted.

❌ \`owner == user\` as what managers may read of claims, where they delete the projects that claims refer to

✅ \`yes\`, or \`cascade\` or \`clear\` in the field’s rules`,
  }),
  N653: code<{ entity: string; field: string; what: 'counted' | 'distinguished' }>({
    severity: 'disclosure',
    title: 'A number that counts hidden records',
    message: ({ entity, field, what }) =>
      what === 'counted'
        ? `\`${field}\` is given in order, so it tells whoever reads some records of ${entity} how many others there are.`
        : `\`${field}\` is made different from those of other records, so it tells whoever reads some records of ${entity} that a hidden one is called the same.`,
    page: `${INTRODUCTION} \`> allow N653: how many claims are filed is no secret\`.

A gapless number, or an \`integer\` id, goes up by one with every record, whoever may read it; a \`slug\` gets a number behind it where another record has the same.

❌ a gapless number, where owners read their own claims alone:

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
~~~

✅ whoever reads a number reads every claim:

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| read number | no | yes | yes | no |
~~~`,
  }),
  N654: code<{ entity: string; fields: readonly string[]; shown: readonly string[] }>({
    severity: 'disclosure',
    title: 'A change that its reader can’t see',
    message: ({ entity, fields, shown }) =>
      `${list(shown.map((name) => `\`${name}\``))} of ${entity} also change${shown.length === 1 ? 's' : ''} with ${list(fields.map((field) => `\`${field}\``))}, which not everybody who reads ${shown.length === 1 ? 'it' : 'them'} may read.`,
    page: `${INTRODUCTION} \`> allow N654: that finance worked on it may be seen\`.

Every record has \`updated_at\` and \`updated_by\`, and whoever may read the record may read them, unless they have rows of their own.

❌ owners read the record, and not its note:

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| read note | no | yes | yes | no |
~~~

✅

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| read note | no | yes | yes | no |
| read updated_at, updated_by | no | yes | yes | no |
~~~`,
  }),
  N655: code<{ entity: string; field: string; hidden: readonly HiddenRead[] }>({
    severity: 'disclosure',
    title: 'A computed field that shows hidden values',
    message: ({ entity, field, hidden }) =>
      `\`${field}\` of ${entity} is computed from ${list(hidden.map(hiddenWords))}, which whoever reads it need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N655: totals may be seen by all\`.

Without a row of its own a computed field is readable where everything that it reads is. A row of its own decides for itself.

❌ the amounts of the lines, which \`total\` adds up, are for clerks:

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| read total | yes | yes | yes | no |
~~~

✅ with the same cells as the amounts, or without a row of its own:

~~~markdown
| may | owner | manager | clerk | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| read total | no | no | yes | no |
~~~`,
  }),
  N662: code<{ entity: string; field: string; hidden: readonly HiddenRead[] }>({
    severity: 'disclosure',
    title: 'A default that reads what its maker may not read',
    message: ({ entity, field, hidden }) =>
      `The default of \`${field}\` of ${entity} is worked out from ${list(hidden.map(hiddenWords))}, which whoever creates one need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N662: the length of a queue is no secret\`.

A default sees everything, and gives its value to whoever creates the record. Nothing is listed where it follows from point 6 that they may read what it was worked out from, or where they entered it themselves.

❌ \`count(Payment)\` of an article, whose writers need not be able to read payments

✅ \`size(title)\`, which they enter`,
  }),
  N667: code<{ merged: string; entity: string; field: string }>({
    severity: 'disclosure',
    title: 'A merge that a hidden record refuses',
    message: ({ merged, entity, field }) =>
      `Merging two records of ${merged} may be refused by what refers to them in \`${field}\` of ${entity}, which whoever merges need not be able to read.`,
    page: `${INTRODUCTION} \`> allow N667: which projects have claims is no secret\`.

All that refers to the record that goes refers to the other one afterwards, and is judged then: by \`unique\`, \`among\`, a \`tree\` and the rules of point 5. A refusal tells of a record that its reader may not see.

❌ \`owner == user\` as what managers may read of claims, where they merge projects and the \`project\` of a claim is \`among\` those that are open

✅ \`yes\`: whoever merges projects reads their claims`,
  }),
} satisfies Record<string, Code<never>>;

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
