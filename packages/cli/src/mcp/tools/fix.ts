import { z } from 'zod';
import { fixFiles } from '../../commands/check/fix.ts';
import { FILE } from '../document-input.ts';
import { tool } from '../tool.ts';

export const fixTool = tool({
  name: 'fix',
  title: 'Apply certain fixes',
  description: 'Applies every certain fix of a document, and writes it. Answers what was fixed, and what is left.',
  input: z.object(FILE),
  writes: true,
  run: async ({ file }, workspace) => {
    const { fixed, remaining } = await fixFiles(workspace.document(file));
    return {
      fixed: fixed.map(({ code, message, fix }) => ({ code, message, fix: fix?.title ?? null })),
      left: remaining.filter(({ severity }) => severity === 'error').map(({ code, message }) => ({ code, message })),
    };
  },
});
