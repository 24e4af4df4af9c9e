import { describe, expect, test } from 'vitest';
import { findViolations } from './import-rules.ts';

const cases: [rule: string, files: Record<string, string>, message: RegExp | null][] = [
  [
    'a later package may know an earlier one',
    { 'packages/engine/src/a.ts': "import { x } from '@nonet/language';" },
    null,
  ],
  [
    'an earlier package may not know a later one',
    { 'packages/language/src/a.ts': "import { x } from '@nonet/engine';" },
    /may not import/,
  ],
  [
    'only types cross from client to server',
    { 'packages/server/src/a.ts': "import { x } from '@nonet/client';" },
    /only types/,
  ],
  [
    'only through the index',
    { 'packages/engine/src/a.ts': "import { x } from '@nonet/language/src/y.ts';" },
    /only through its index/,
  ],
  [
    'or a further entry that it exports',
    { 'packages/cli/src/a.ts': "import { x } from '@nonet/engine/ephemeral-postgres';" },
    null,
  ],
  [
    'not by a relative path',
    { 'packages/engine/src/a.ts': "import { x } from '../../language/src/y.ts';" },
    /another package's/,
  ],
  [
    'the index is not for insiders',
    { 'packages/engine/src/a.ts': "import { x } from './index.ts';" },
    /not imported from inside/,
  ],
  ['the language is pure', { 'packages/language/src/a.ts': "import fs from 'node:fs';" }, /pure/],
  ['the driver belongs to the engine', { 'packages/server/src/a.ts': "import pg from 'pg';" }, /belongs to engine/],
  [
    'a stage knows only those before it',
    { 'packages/language/src/syntax/a.ts': "import type { M } from '../model/m.ts';" },
    /syntax may not know model/,
  ],
  [
    'points are checked apart',
    {
      'packages/language/src/check/checks/list.ts': "import './rules/a.ts';",
      'packages/language/src/check/checks/rules/a.ts': "import '../roles/b.ts';",
    },
    /may not know those of roles/,
  ],
  ['every check is in the list', { 'packages/language/src/check/checks/rules/a.ts': '' }, /not in check\/checks\/list/],
  [
    'no cycles, types included',
    {
      'packages/ui/src/a.ts': "import type { B } from './b.ts';",
      'packages/ui/src/b.ts': "export { a } from './a.ts';",
    },
    /cycle/,
  ],
  ['tests may use testing', { 'packages/ui/src/a.test.ts': "import { x } from '@nonet/testing';" }, null],
  ['sources may not', { 'packages/ui/src/a.ts': "import { x } from '@nonet/testing';" }, /may not import/],
];

describe('import rules', () => {
  test.each(cases)('%s', (_rule, files, message) => {
    const violations = findViolations(new Map(Object.entries(files)));
    expect(violations.map((violation) => violation.message).join('\n')).toMatch(message ?? /^$/);
  });
});
