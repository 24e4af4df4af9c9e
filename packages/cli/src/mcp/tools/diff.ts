import path from 'node:path';
import { AUDIENCES } from '@nonet/language';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { FILE } from '../document-input.ts';
import { printedJson, runProgram } from '../program.ts';
import { tool } from '../tool.ts';

export const diffTool = tool({
  name: 'diff',
  title: 'Tell what a change means',
  description:
    'Compares a document with a former one, by meaning: what changes for data, rights, programs and people, each with its clauses and an example.',
  input: z.object({
    ...FILE,
    former: z
      .string()
      .max(500)
      .default('HEAD')
      .describe(
        'a revision of the document’s Git repository (HEAD, main, a tag), or the former document’s file (old.md)',
      ),
    for: z.enum(AUDIENCES).optional().describe('only what concerns them'),
  }),
  writes: false,
  run: async ({ file, former, for: audience }, workspace, signal) => {
    const place = workspace.document(file).file;
    const isFile = /\.md$/i.test(former);
    if (!isFile && !/^[\w][\w./^~@-]*$/.test(former)) throw new Failure(`${former} is no revision.`);
    const inFolder = path.relative(workspace.folder, place);
    const before = isFile ? path.relative(workspace.folder, workspace.document(former).file) : `${former}:${inFolder}`;
    const words = ['diff', '--format', 'json', '--fail-on', 'none', ...(audience ? ['--for', audience] : [])];
    return printedJson(
      await runProgram([...words, '--', before, inFolder], { folder: workspace.folder, seconds: 60, signal }),
    );
  },
});
