import { reportQuestions } from '@nonet/language';
import { z } from 'zod';
import { check } from '../../check-document.ts';
import { documentFrom, FILE_OR_TEXT } from '../document-input.ts';
import { tool } from '../tool.ts';

export const gapsTool = tool({
  name: 'gaps',
  title: 'List what is open, as questions',
  description:
    'Lists what a document leaves open: for each gap what the product can’t do because of it, and the answers that the document itself offers. Ask the people whose product it is, and hand their answers to `answer`; an invented answer is worse than a gap.',
  input: z.object(FILE_OR_TEXT),
  writes: false,
  run: (named, workspace) => reportQuestions(check(documentFrom(workspace, named))),
});
