import { z } from 'zod';
import { prompt, quoted } from '../prompt.ts';

export const fromBrief = prompt({
  name: 'from_brief',
  title: 'From a brief to a document',
  description: 'Writes the document of a product that a brief describes, and asks what the brief leaves open.',
  input: z.object({
    brief: z.string().min(1).max(100_000).describe('what the product is to do, in anyone’s words'),
    file: z.string().max(500).optional().describe('the document; spec.md unless stated'),
  }),
  text: ({ brief, file = 'spec.md' }) => `Write ${file}: a Nonet document of the product that a brief describes.

1. Read the resource nonet://docs/grammar: the whole language on one page. Read the page of a point before you write it if you need more.
2. Write the nine points in order. State what the brief states. What it rules out is stated as absent (\`none\`, \`no\`); what it does not say is \`not shown\`. Invent nothing: no field, rule, role or limit that the brief does not need.
3. Call \`check\`, and correct until there is no error; \`explain\` tells what a code wants. Call \`fix\` for what is certain.
4. Call \`try\` as each kind of person: what the brief promises works, and what it forbids is refused with a clause. Call \`test\` with the clauses that matter.
5. Call \`gaps\`. Hand its questions to the people whose product it is, with the choices, and write their answers by \`answer\`. Leave open what they leave open.
6. Report what the document states, what is open, and where you had to interpret the brief, by clause.

${quoted('brief', brief)}`,
});
