import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The approximate seconds of the files under a path (the first path that fits), for a clone without earlier times. */
const ESTIMATES: readonly (readonly [path: string, seconds: number])[] = [
  ['packages/cli/src/pairs.test.ts', 130],
  ['packages/cli/src/proof/expenses.test.ts', 120],
  ['packages/cli/src/proof/fixtures.test.ts', 120],
  ['packages/testing/src/story/production.test.ts', 100],
  ['packages/cli/src/corpus.test.ts', 90],
  ['packages/testing/src/soak/', 80],
  ['packages/language/src/check/laws.test.ts', 75],
  ['packages/testing/src/story/screens.test.ts', 75],
  ['packages/cli/src/proof/shop.test.ts', 70],
  ['packages/testing/src/story/story.test.ts', 60],
  ['packages/testing/src/products/', 60],
  ['packages/language/src/check/passes/slips.test.ts', 45],
  ['packages/server/src/permissions.test.ts', 40],
  ['packages/server/src/leaks.test.ts', 40],
  ['packages/cli/src/commands/', 40],
  ['packages/cli/src/', 30],
  ['packages/testing/src/', 30],
  ['packages/engine/src/migrate/', 25],
  ['packages/engine/src/sql/', 25],
  ['packages/language/src/check/', 8],
  ['packages/engine/src/', 6],
];
const LEAST_SECONDS = 3;

/** Runs the files that took longest the last time first, so that no worker waits for a long file at the end. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = new Map(files.map((file) => [file, this.#secondsOf(file)]));
    return files.toSorted((a, b) => (seconds.get(b) ?? 0) - (seconds.get(a) ?? 0));
  }

  #secondsOf(file: TestSpecification): number {
    const recorded = this.ctx.cache.getTestSpecificationResult(file);
    if (recorded !== undefined) return recorded.duration / 1000;
    return ESTIMATES.find(([path]) => file.moduleId.includes(path))?.[1] ?? LEAST_SECONDS;
  }
}
