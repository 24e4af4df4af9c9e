import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { FILE } from '../document-input.ts';
import { printedJson, runProgram } from '../program.ts';
import { tool } from '../tool.ts';

export const planTool = tool({
  name: 'plan',
  title: 'Plan a change of the database',
  description:
    'What putting the document to use would do to the database that the product has: steps, locks, records that have no place, whether it is refused. Nothing is changed; carrying it out is for people (`nonet apply`).',
  input: z.object({
    ...FILE,
    dev: z.boolean().default(false).describe('the data of `nonet dev`, not of `nonet serve`'),
  }),
  writes: false,
  run: async ({ file, dev }, workspace, signal) => {
    const { file: place } = workspace.document(file);
    if (!process.env.DATABASE_URL && !existsSync(path.join(workspace.folder, '.nonet')))
      throw new Failure('The product has no database yet: there is no DATABASE_URL, and no folder .nonet.');
    const words = ['plan', '--format', 'json', ...(dev ? ['--dev'] : [])];
    const inFolder = path.relative(workspace.folder, place);
    return printedJson(
      await runProgram([...words, '--', inFolder], { folder: workspace.folder, seconds: 120, signal }),
    );
  },
});
