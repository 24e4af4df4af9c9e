import { readFileSync } from 'node:fs';
import { checkDocument, type Diagnostic } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { renameEverything, renameWithNames } from './rename.ts';

const EXPENSES = readFileSync(new URL('../../../examples/expenses/spec.md', import.meta.url), 'utf8');

function check(text: string) {
  return checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('no includes');
  });
}

const shape = ({ code, severity }: Diagnostic): string => `${code} ${severity}`;

describe('renaming everything that a document names', () => {
  test('the renamed document checks as cleanly as the old one', () => {
    const before = check(EXPENSES);
    const after = check(renameEverything(EXPENSES));
    expect(after.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(after.diagnostics.map(shape)).toEqual(before.diagnostics.map(shape));
    expect(Object.keys(after.plan?.clauses ?? {}).length).toBe(Object.keys(before.plan?.clauses ?? {}).length);
  });

  test('no old name of an entity, field, state, event, role, error, rule, constant or call is left in its plan', () => {
    const { text, names, stated } = renameWithNames(EXPENSES);
    const { plan } = check(text);
    const { sources: _, clauses: __, ...structure } = plan ?? {};
    const used = new Set<string>();
    const collect = (value: unknown, key: string): void => {
      if (Array.isArray(value)) for (const item of value) collect(item, key);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) {
          // Members of a body and names in the environment are the other side's.
          if (name === 'body' || (key === 'constants' && name === 'value')) continue;
          if (['fields', 'values', 'of'].includes(key)) used.add(name);
          collect(inner, name);
        }
      } else if (typeof value === 'string' && /^(name|entity|field|role|event|error|code|constant|path)$/.test(key))
        used.add(value);
    };
    collect(structure, '');
    const old = [...names.entities.keys(), ...names.words.keys(), ...names.capitals.keys()];
    expect(old.filter((name) => used.has(name))).toEqual([]);
    expect([...stated.keys()]).toContain('Category.name');
  });
});
