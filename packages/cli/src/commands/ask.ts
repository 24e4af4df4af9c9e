import { createInterface } from 'node:readline';
import { check } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { takesColour, widthOf } from '../terminal.ts';
import { converse } from './ask/conversation.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

export const register: Register = (program) => {
  program
    .command('ask')
    .description('Ask for what a document leaves open, one question at a time, and write each answer into it.')
    .addArgument(documentArgument())
    .addHelpText(
      'after',
      '\nCtrl-C ends it, and answers so far are kept. Answers are also read line by line from a pipe.\nExit codes: 0 no error, 1 the document can’t be written, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string) => {
      const isTerminal = process.stdin.isTTY;
      const lines = createInterface({ input: process.stdin, ...(isTerminal && { output: process.stdout }) });
      const answers = lines[Symbol.asyncIterator]();
      try {
        const { answered } = await converse(file, {
          say: (text) => process.stdout.write(text),
          listen: async () => {
            if (isTerminal) lines.prompt();
            const next = await answers.next();
            return next.done === true ? null : next.value;
          },
          columns: widthOf(process.stdout),
          color: takesColour(process.stdout),
        });
        const open = check(readDocument(file)).model.gaps.length;
        process.stdout.write(`\n${answered} answered, ${open} open.\n`);
      } finally {
        lines.close();
      }
    });
};
