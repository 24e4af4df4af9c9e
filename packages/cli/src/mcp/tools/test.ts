import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { FILE } from '../document-input.ts';
import { printedJson, runProgram } from '../program.ts';
import { tool } from '../tool.ts';

export const testTool = tool({
  name: 'test',
  title: 'Test the product against its document',
  description:
    'Derives the tests that a document implies, and runs them on a product of its own with a temporary database. Ends after the given time with what was found by then (isStopped). Name clauses or a revision, so that it takes less.',
  input: z.object({
    ...FILE,
    only: z
      .array(z.string().max(500))
      .max(50)
      .default([])
      .describe('only cases of these clauses: 4.Claim.status.submit, 6.Claim'),
    since: z.string().max(200).optional().describe('only what can have changed since this Git revision'),
    most: z.int().min(1).max(50).default(10).describe('end after failures of so many causes'),
    seconds: z.int().min(5).max(600).default(120).describe('end after so many seconds'),
  }),
  writes: false,
  run: async ({ file, only, since, most, seconds }, workspace, signal) => {
    const { file: place } = workspace.document(file);
    if (since !== undefined && !/^[\w][\w./^~@-]*$/.test(since)) throw new Failure(`${since} is no revision.`);
    const clause = only.find((each) => each.startsWith('-'));
    if (clause !== undefined) throw new Failure(`${clause} is no clause.`);
    const words = [
      'test',
      path.relative(workspace.folder, place),
      '--report=json',
      '--browser=off',
      '--jobs=1',
      `--most=${most}`,
      ...(since === undefined ? [] : ['--since', since]),
      ...(only.length === 0 ? [] : ['--only', ...only]),
    ];
    return printedJson(await runProgram(words, { folder: workspace.folder, seconds, signal }));
  },
});
