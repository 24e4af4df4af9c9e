import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a test run with one plain line that every tool can read: `N passed, N failed`. A line for each flaky test
 * precedes it: one that failed and passed when it was run once more.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    const flaky: string[] = [];
    for (const module of modules) {
      // A file that could not be loaded has no tests, and is a failure.
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed += 1;
        if (test.diagnostic()?.flaky) flaky.push(`flaky: ${module.relativeModuleId} > ${test.fullName}`);
        if (test.result().state === 'failed') failed += 1;
      }
    }
    // A run that could not begin is no success.
    if (passed + failed === 0) failed = 1;
    // The summaries of the other reporters are printed first.
    process.once('exit', () => console.log([...flaky, `${passed} passed, ${failed} failed`].join('\n')));
  }
}
