import { expect, test } from 'vitest';
import { tellFailedCalls } from './failed-calls.ts';

test('a failing call is told once for each problem', () => {
  const lines: string[] = [];
  const tell = tellFailedCalls((line) => lines.push(line));
  const refused = 'connect ECONNREFUSED 127.0.0.1:9';
  for (const problem of [refused, refused, 'It was answered 503.']) tell('reservation_ready', problem);
  tell('due_soon', refused);
  expect(lines).toEqual([
    `The call reservation_ready failed: ${refused}. \`nonet calls\` lists its tries.`,
    'The call reservation_ready failed: It was answered 503. `nonet calls` lists its tries.',
    `The call due_soon failed: ${refused}. \`nonet calls\` lists its tries.`,
  ]);
});
