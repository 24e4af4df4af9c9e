import { expect, test } from 'vitest';
import { Dice } from './document/dice.ts';
import { splitInFiles } from './document/split.ts';
import { validDocument } from './document/valid.ts';
import { includedFaults } from './included.ts';

test('generated documents in several files are the same products', () => {
  let [files, nested] = [0, 0];
  for (let seed = 1; seed <= 5; seed++) {
    const { text, plan } = validDocument(seed);
    if (plan === null) throw new Error(`The document of ${seed} has errors.`);
    expect(includedFaults(text, plan, seed), `seed ${seed}`).toEqual([]);
    const parts = splitInFiles(text, new Dice(seed));
    files += parts.length - 1;
    nested += parts.filter(({ path }) => path.endsWith('-more.md')).length;
  }
  expect(files).toBeGreaterThan(5);
  expect(nested).toBeGreaterThan(0);
});
