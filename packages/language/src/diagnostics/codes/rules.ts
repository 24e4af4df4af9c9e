import { code } from '../code.ts';
import { offer } from '../offer.ts';

/** N5xx: what the checker says about point 5. */
export const RULES_CODES = {
  N501: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'A rule holds on an entity of point 3.\n\n❌ `| V1 | Clam | … |`\n\n✅ `| V1 | Claim | … |`',
  }),
  N502: code<{ entities: readonly string[] }>({
    severity: 'error',
    title: 'Rule on several entities',
    message: ({ entities }) =>
      `A rule sees one record, but this one is on ${entities.join(' and ')}. State it once for each entity.`,
    page: 'What must hold is read on the record that is saved, so its names mean fields of one entity. State one rule for each.\n\n❌ `` | V1 | Claim, Loan | `to >= from` | … | ``\n\n✅ `` | V1 | Claim | `to >= from` | … | `` and `` | V2 | Loan | `to >= from` | … | ``',
  }),
  N503: code<{ entity: string; event: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown event',
    message: ({ entity, event, nearest }) =>
      `${entity} has no event “${event}”; a rule is on \`create\`, \`update\` or an event of point 4.${offer(nearest)}`,
    page: 'The column `on` lists when a rule is judged.\n\n❌ `Claim submitt`\n\n✅ `Claim submit`',
  }),
  N504: code<{ text: string }>({
    severity: 'error',
    title: 'Ill-formed `on`',
    message: ({ text }) =>
      `“${text}” is not understood: write an entity (\`Claim\`), or an entity and when (\`Claim create\`).`,
    page: 'The column `on` is a list of entities with `create`, `update` or an event; a bare entity means create, update and the events that change a field it reads.\n\n❌ `when a claim is created`\n\n✅ `Claim create`',
  }),
  N505: code<{ rule: string }>({
    severity: 'error',
    title: 'Rule that says nothing',
    message: ({ rule }) => `Nothing must hold in “${rule}”. State it, leave it \`not shown\`, or leave the rule out.`,
    page: 'A rule without a condition refuses nothing.\n\n❌ `| V1 | Claim | none | … |`\n\n✅ `| V1 | Claim | not shown | … |`',
  }),
  N506: code<{ name: string }>({
    severity: 'error',
    title: 'Ill-formed name of a rule',
    message: ({ name }) => `“${name}” can't be the name of a rule: it is a letter, then letters, digits and \`_\`.`,
    page: 'Refusals, the error catalogue and history name a rule by its name.\n\n❌ `| rule 1 | … |`\n\n✅ `| V1 | … |`',
  }),
} as const;
