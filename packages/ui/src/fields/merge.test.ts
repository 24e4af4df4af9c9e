import type { FieldView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import type { FieldEnvironment } from './field.ts';
import { fieldParts } from './fields.ts';
import { mergeDrafts } from './merge.ts';

const FIELDS = ['a', 'b'].map((name) => ({ name, kind: 'text' }) as FieldView);
const ENVIRONMENT: FieldEnvironment = {
  parts: fieldParts,
  entity: () => {
    throw new Error('No entity is asked for');
  },
};
const draft = ([a, b]: readonly [string, string]) => ({ a, b });

describe('two people changed the record { a: 1, b: 1 }', () => {
  test.each([
    ['neither changed it', ['1', '1'], ['1', '1'], ['1', '1'], [], []],
    ['only I changed it', ['2', '1'], ['1', '1'], ['2', '1'], [], []],
    ['only they changed it', ['1', '1'], ['1', '3'], ['1', '3'], [], ['b']],
    ['each changed another field', ['2', '1'], ['1', '3'], ['2', '3'], [], ['b']],
    ['both changed one field alike', ['2', '1'], ['2', '1'], ['2', '1'], [], []],
    ['both changed one field differently', ['2', '1'], ['3', '1'], ['2', '1'], ['a'], []],
  ] as const)('%s', (_, mine, theirs, merged, conflicts, taken) => {
    const merge = mergeDrafts(FIELDS, draft(['1', '1']), draft(mine), draft(theirs), ENVIRONMENT);
    expect(merge.draft).toEqual(draft(merged));
    expect(merge.conflicts.map(({ name }) => name)).toEqual(conflicts);
    expect(merge.taken.map(({ name }) => name)).toEqual(taken);
  });
});
