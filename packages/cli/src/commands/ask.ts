import { createInterface } from 'node:readline';
import { isObject, reportQuestions } from '@nonet/language';
import { Option } from 'commander';
import { check } from '../check-document.ts';
import { readDocument, readText } from '../document.ts';
import { Failure } from '../failure.ts';
import { readStandardInput } from '../standard-input.ts';
import { takesColour, widthOf } from '../terminal.ts';
import { readForJson } from '../unreadable.ts';
import { converse } from './ask/conversation.ts';
import { type GivenAnswer, giveAnswers } from './ask/give-answers.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  format: 'text' | 'json';
  answers?: string;
}

export const register: Register = (program) => {
  program
    .command('ask')
    .description('Ask for what a document leaves open, one question at a time, and write each answer into it.')
    .addArgument(documentArgument())
    .addOption(
      new Option('--format <format>', '`json` prints the questions with their choices, and asks nobody')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(
      '--answers <file>',
      'write these answers, and print what became of them: [{"clause": "…", "answer": "…"}], in a file, or `-` for standard input',
    )
    .addHelpText(
      'after',
      '\nCtrl-C ends it, and answers so far are kept. Answers are also read line by line from a pipe.' +
        '\nThe JSON is described by docs/schemas/questions.schema.json and answers.schema.json.' +
        '\nExit codes: 0 no error, 1 the document can’t be written, or an answer was refused, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(async (file: string, options: Options) => {
      if (options.answers !== undefined) await writeAnswers(file, options.answers);
      else if (options.format === 'json') printQuestions(file);
      else await ask(file);
    });
};

function printQuestions(file: string): void {
  const document = readForJson(file);
  if (document === null) return;
  process.stdout.write(`${JSON.stringify(reportQuestions(check(document)), null, 2)}\n`);
}

async function writeAnswers(file: string, from: string): Promise<void> {
  const answers = readAnswers(from === '-' ? readStandardInput() : readText(from), from);
  const document = readForJson(file);
  if (document === null) return;
  const report = await giveAnswers(() => readDocument(file), answers);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (report.answers.some(({ result }) => result === 'refused')) process.exitCode = 1;
}

function readAnswers(text: string, from: string): GivenAnswer[] {
  const place = from === '-' ? 'Standard input' : from;
  const form = 'it is written as [{"clause": "6.Claim.delete", "answer": "no"}]';
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${place} is no JSON: ${error instanceof Error ? error.message : String(error)}; ${form}.`, 2);
  }
  if (!Array.isArray(read)) throw new Failure(`${place} is no list of answers: ${form}.`, 2);
  return read.map((each: unknown, at) => {
    if (isObject(each) && typeof each['clause'] === 'string' && typeof each['answer'] === 'string')
      return { clause: each['clause'], answer: each['answer'] };
    throw new Failure(`${place} has no clause and answer at ${at + 1}: ${form}.`, 2);
  });
}

async function ask(file: string): Promise<void> {
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
}
