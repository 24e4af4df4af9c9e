import { withArticle } from '../../article.ts';
import { type Code, code } from '../../code.ts';
import { bracketed, isNoSuch, type NoSuch } from '../../no-such-reason.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { GONE_REASONS } from '../reasons/document.ts';
import { CELL_FORMS } from '../reasons/entities.ts';

/** Records that point 3 states, and values that records need. */
export const RECORD_CODES = {
  N315: code<{
    value: string;
    field: string;
    form: Because<typeof CELL_FORMS> | (NoSuch & { readonly isGiven: boolean });
  }>({
    severity: 'error',
    title: 'A value that does not fit its field',
    traits: ['unfit cell', 'record value', 'of what is stated elsewhere'],
    unknownName: { points: '6', when: ({ form }) => isNoSuch(form) },
    names: ({ value, field, form }) => [value, field, ...(isNoSuch(form) ? [form.nearest ?? ''] : [])],
    message: ({ value, field, form }) =>
      `“${value}” can't stand in \`${field}\`, which takes ${isNoSuch(form) ? `a role of point 6 that is \`assigned\`${form.nearest === null && form.isGiven ? `; point 6 gives “${form.name}” by itself` : bracketed(form.nearest)}` : wordsOf(CELL_FORMS, form)}.`,
    page: 'Records are put into the database as they stand in the document, so each cell must be a value of its column’s type, in the form in which the API takes it.\n\n❌ `maybe` in a column of the type `boolean`\n\n✅ `true`',
  }),
  N316: code<{ text: string; entity: string; nearest: string | null; found: number }>({
    severity: 'error',
    title: 'A record that is not there',
    traits: ['foreign row', 'record value', 'of what is stated elsewhere', 'of several records'],
    names: ({ text }) => [text],
    message: ({ text, entity, nearest, found }) =>
      found > 1
        ? `“${text}” is the title of ${found} records of ${entity}: which is meant is not clear. A unique field tells them apart.`
        : `No record of ${entity} has “${text}” as its title or in a unique field.${offer(nearest)}`,
    page: 'References among records are written as the title or a unique text of the record, which no other one has.\n\n❌ `Trvel`\n\n✅ `Travel`',
  }),
  N341: code<{ text: string; entity: string; field: string }>({
    severity: 'warning',
    title: 'A record that is called otherwise on another day',
    names: ({ text }) => [text],
    message: ({ text, entity, field }) =>
      `“${text}” has the day on which \`${field}\` of ${entity} is given: a product that begins on another one has no such record, and does not start. State \`${field}\` where the record stands, or name it by something else.`,
    page: 'A number with `{yyyy}`, `{yy}`, `{mm}` or `{dd}` that is not stated is made when the record is put in, of that day. Where a category has `| number | number C-{yyyy}-{00} | |` and its record does not say which:\n\n❌ `| ROME | Rome | true | C-2026-01 |`\n\n✅ `| ROME | Rome | true | Travel |`, or `C-2026-01` in the category’s own row',
  }),
  N340: code<{ field: string; path: readonly string[] }>({
    severity: 'error',
    title: 'Records of a tree that go round',
    traits: ['record value'],
    names: ({ path }) => path,
    message: ({ field, path }) => `\`${field}\` is a \`tree\`, and this goes round: ${path.join(' → ')}.`,
    page: 'What refers to another record by a `tree` never leads back to itself, neither directly nor through others. Where `Travel` is within `Costs`:\n\n❌ `| Costs | Travel |`\n\n✅ `| Costs | |`',
  }),
  N317: code<{ fields: readonly string[] }>({
    severity: 'error',
    title: 'A record without a required value',
    traits: ['lacking', 'of a field', 'of several records'],
    names: ({ fields }) => fields,
    message: ({ fields }) =>
      `This record needs a value for ${fields.map((field) => `\`${field}\``).join(', ')}: required, and without a default.`,
    page: 'A record of the document keeps the same rules as any other: what is required must be given, unless it has a default.\n\n❌ `| ROME | | true | Travel |` where the second column is required\n\n✅ `| ROME | Rome | true | Travel |`, or `optional` in the field’s rules',
  }),
  N324: code<{ field: string; entity: string; by: readonly string[] | null; rule: string | null }>({
    severity: 'warning',
    title: 'A required field that nobody can fill in on create',
    message: ({ field, entity, by, rule }) => {
      const why = `\`${field}\` is required, and only an event or the system sets it`;
      const row = `an \`update\` row of its own in point 6`;
      const fixes =
        rule === null
          ? `Make it \`optional\`, give it a default, or ${row}`
          : `Give it a default, or ${row} (${rule} needs its value)`;
      if (by === null) return `${why}: no ${entity} can be created. ${fixes}.`;
      const others = by.length === 0 ? 'effects do' : `${by.map((name) => `\`${name}\``).join(', ')} can`;
      return `${why}: whoever creates ${withArticle(entity)} by the \`create\` row of point 6 is refused; only ${others}. Say \`no\` in that row, or: ${fixes.charAt(0).toLowerCase()}${fixes.slice(1)}.`;
    },
    page: 'A field that an effect or `asks` sets is closed to create (4).\n\n❌ `| reason | text | |` that only `reject` asks for\n\n✅ `| reason | text | optional |`',
  }),
  N329: code<{ entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'Two records with the same unique value',
    message: ({ entity, fields }) =>
      `Another record of ${entity} has the same ${fields.map((field) => `\`${field}\``).join(' and ')} already, and ${fields.length === 1 ? 'it is' : 'together they are'} unique.`,
    page: 'Records that the document states are put in as they stand, those for `dev` beside the others, so that they keep to `unique` like any other.\n\n❌ `| ROME | Rome | true | Travel |` a second time, where `code` is unique\n\n✅ `| PARIS | Paris | true | Travel |`',
  }),
  N330: code<{ entity: string; broken: readonly { field: string; value: string; rule: string }[] }>({
    severity: 'error',
    title: "A record that its fields' rules don't admit",
    message: ({ entity, broken }) =>
      `This ${entity} is not what its fields ask for: ${broken.map(({ field, value, rule }) => `\`${field}\` is “${value}” and must keep to \`${rule}\``).join('; ')}.`,
    page: 'Records that the document states are put in as they stand. They keep to the length, the range and the pattern of each field, as what people enter does: else they could not be saved again.\n\n❌ `| ROME | Rome and all that is around it | true | Travel |`, where `name` is `..20`\n\n✅ `| ROME | Rome | true | Travel |`',
  }),
  N331: code<{ kind: string; name: string; reason: Because<typeof GONE_REASONS> }>({
    severity: 'error',
    title: 'Gone, and there still',
    message: ({ kind, name, reason }) => `The ${kind} \`${name}\` can’t be gone: ${wordsOf(GONE_REASONS, reason)}.`,
    page: '`Gone` lists what the former document had and this one has no more, so that what is stored of it goes. What is still stated, or what something else says it was, stays.\n\n❌ `amount` beside `| amount | money | |`\n\n✅ `price`',
  }),
  N333: code<{
    field: string;
    target: string | null;
    candidates: readonly string[];
    reason: 'several' | 'unknown' | 'twice';
  }>({
    severity: 'error',
    title: 'A way back that leads to no field',
    names: ({ field }) => [field],
    message: ({ field, target, candidates, reason }) => {
      const write = `write \`back ${candidates[0] ?? 'former_field'} = …\``;
      switch (reason) {
        case 'several':
          return `\`back\` of \`${field}\` doesn’t say which former field it is for (its \`from\` reads ${candidates.length === 0 ? 'none' : candidates.map((name) => `\`${name}\``).join(' and ')}): ${write}.`;
        case 'unknown':
          return `\`${target}\` is no field of the former document that stores a value, so nothing leads back to it: ${write}.`;
        case 'twice':
          return `Another \`back\` says what \`${target}\` has: leave one of them out.`;
      }
    },
    page: 'A `back` is for one field of the former document: the one that its `from` reads, or the one that it names. Each has one at most.\n\n❌ `| address | text | from street + city, back street = address, back street = address |`\n\n✅ `| address | text | from street + city, back street = address, back city = address |`',
  }),
  N334: code<{ of: string; reason: 'form' | 'unknown' | 'key' }>({
    severity: 'error',
    title: 'Records made from what there is not',
    names: ({ of }) => [of],
    message: ({ of, reason }) => {
      switch (reason) {
        case 'form':
          return `“${of}” names no records that others can be made from: write entities of the former document, such as \`Customer where city != null\`, and one \`key …\` where there is one record for each of its values.`;
        case 'unknown':
          return `The former document has no entity “${of}”, so no records can be made from its records.`;
        case 'key':
          return `\`${of}\` can’t be a key: a key is a text, a number, a date, a choice, a yes or no, or a record.`;
      }
    },
    page: 'The setting `from` names entities of the former document, by their former names; where it states a `key`, there is one record for each of its values.\n\n❌ `| from | customers, key city |`\n\n✅ `| from | Customer where city != null, key city |`',
  }),
} satisfies Record<string, Code<never>>;
