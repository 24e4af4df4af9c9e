import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The approximate seconds of the files under a path (the first path that fits), for a clone without earlier times. */
const ESTIMATES: readonly (readonly [path: string, seconds: number])[] = [
  ['packages/cli/src/commands/commands.test.ts', 100],
  ['packages/server/src/processes.test.ts', 65],
  ['packages/testing/src/story/screens.test.ts', 60],
  ['packages/testing/src/story/forms.test.ts', 60],
  ['packages/testing/src/soak/', 55],
  ['packages/testing/src/story/right-to-left.test.ts', 53],
  ['scripts/pack.test.ts', 53],
  ['packages/testing/src/story/further.test.ts', 52],
  ['packages/testing/src/story/hostile.test.ts', 50],
  ['packages/testing/src/story/first-page.test.ts', 48],
  ['packages/cli/src/pairs.test.ts', 47],
  ['packages/testing/src/story/keyboard.test.ts', 46],
  ['packages/cli/src/proof/browser.test.ts', 45],
  ['packages/cli/src/corpus.test.ts', 45],
  ['packages/server/src/leaks.test.ts', 45],
  ['packages/cli/src/proof/examples.test.ts', 38],
  ['packages/language/src/check/checks/pages.test.ts', 36],
  ['packages/language/src/check/laws.test.ts', 36],
  ['packages/testing/src/products/', 36],
  ['scripts/changes.test.ts', 27],
  ['packages/cli/src/proof/', 25],
  ['packages/testing/src/story/', 25],
  ['packages/engine/src/run/paired-worlds.test.ts', 21],
  ['packages/server/src/permissions.test.ts', 17],
  ['packages/engine/src/migrate/', 15],
  ['packages/testing/src/', 10],
  ['packages/cli/src/', 10],
  ['packages/engine/src/sql/', 8],
  ['packages/language/src/check/', 6],
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
