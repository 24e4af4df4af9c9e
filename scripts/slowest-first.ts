import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take minutes, or browsers and products of their own: those that nothing is left to run beside. */
const SLOW = [
  'packages/cli/src/proof/fixtures.test.ts',
  'packages/cli/src/pairs.test.ts',
  'packages/language/src/check/laws.test.ts',
  'packages/testing/src/soak/',
  'packages/cli/src/proof/',
  'packages/testing/src/',
];

/** Begins with what takes longest, so that at the end no worker waits for another one's long file. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.findIndex((path) => moduleId.includes(path));
      return place === -1 ? SLOW.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
