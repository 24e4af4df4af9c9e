import { expect, test } from 'vitest';
import { valuesFrom } from './arguments.ts';

const KNOWN = {
  seconds: { value: 'N', default: '60', help: 'how long' },
  only: { value: 'WORD', help: 'only documents whose name has it' },
  print: { help: 'prints the document' },
} as const;

const HELP = `Makes documents.

  --seconds N  how long (60)
  --only WORD  only documents whose name has it
  --print      prints the document`;

test.each([
  [[], { seconds: '60', print: false }],
  [['--seconds', '1.5', '--print'], { seconds: '1.5', print: true }],
  [['--only=a'], { seconds: '60', only: 'a', print: false }],
])('arguments that a script takes: %j', (given, expected) => {
  expect(valuesFrom('Makes documents.', KNOWN, given)).toMatchObject({ kind: 'values', values: expected });
});

test.each([['--help'], ['-h'], ['--print', '--help']])('%s prints what the script does and takes', (...given) => {
  expect(valuesFrom('Makes documents.', KNOWN, given)).toEqual({ kind: 'help', text: HELP });
});

test.each([
  [['--second', '1'], /^Unknown option '--second'/],
  [['more'], /^Unexpected argument 'more'/],
  [['--only'], /^Option '--only <value>' argument missing/],
  [['--seconds', 'ten'], /^--seconds takes a number, not “ten”\.$/m],
  [['--seconds', ''], /^--seconds takes a number, not “”\.$/m],
])('%j is refused in a line, with what the script takes', (given, why) => {
  const read = valuesFrom('Makes documents.', KNOWN, given);
  expect(read.kind).toBe('refused');
  expect(read).toMatchObject({ text: expect.stringMatching(why) });
  expect(read).toMatchObject({ text: expect.stringContaining(HELP) });
});
