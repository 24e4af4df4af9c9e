import { z } from 'zod';
import { giveAnswers } from '../../commands/ask/give-answers.ts';
import { FILE } from '../document-input.ts';
import { tool } from '../tool.ts';

export const answerTool = tool({
  name: 'answer',
  title: 'Write answers into a document',
  description:
    'Writes the answers of people to questions of `gaps` into the document. An answer that would cause an error is not written. Answers what became of each, and what is left to ask.',
  input: z.object({
    ...FILE,
    answers: z
      .array(
        z.object({
          clause: z.string().max(500).describe('of the question'),
          answer: z.string().max(10_000).describe('one of its choices, or words where it takes them'),
        }),
      )
      .min(1)
      .max(100),
  }),
  writes: true,
  run: ({ file, answers }, workspace) => giveAnswers(() => workspace.document(file), answers),
});
