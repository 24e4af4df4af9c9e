import { z } from 'zod';
import { prompt, quoted } from '../prompt.ts';

export const fromBehaviour = prompt({
  name: 'from_behaviour',
  title: 'From observed behaviour to a document',
  description:
    'Writes the document of a product that exists, from what was seen of it: requests with answers, screens, rules that people name.',
  input: z.object({
    observations: z
      .string()
      .min(1)
      .max(200_000)
      .describe('requests and answers, descriptions of screens, what its users say'),
    file: z.string().max(500).optional().describe('the document; spec.md unless stated'),
  }),
  text: ({
    observations,
    file = 'spec.md',
  }) => `Write ${file}: a Nonet document of a product that exists, from what was seen of it.

1. Read the resource nonet://docs/grammar; for exact calls, which answer as the other product does, nonet://docs/7-calls.
2. State only what the observations show. What one observation suggests and none shows is \`not shown\`, never a guess: a value that was always 3 is no limit, an action that nobody tried is not forbidden.
3. Where observations contradict each other, state neither; note both, with where they come from.
4. Call \`check\` until there is no error. Repeat each observed request by \`try\`, as the same kind of person, and compare status, body and order. Correct the document, not the observation.
5. Call \`gaps\`: list for the people what has to be observed or decided next, the most consequential first.

${quoted('observations', observations)}`,
});
