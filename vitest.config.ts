import { defineConfig } from 'vitest/config';
import { builtThreads } from './scripts/built-program.ts';
import SlowestFirst from './scripts/slowest-first.ts';

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/testing/src/global-setup.ts', 'scripts/built-program.ts'],
    setupFiles: ['packages/testing/src/property-seed.ts'],
    // `npm test` leaves these out, and has a part of each; `npm run test:thorough` runs them too, with what they begin with.
    tags: [{ name: 'thorough', description: 'the whole of what other tests sample; some minutes' }],
    reporters: ['default', './scripts/closing-line.ts'],
    // These end what hangs. How long something takes is no test's business: beside others it may be many times that.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 4,
    // A worker reads the sources once, not for each of its files: nothing in them holds what a test does.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // In CI, a test that fails is run once more, and listed as flaky if it passes then. At a desk it fails.
    retry: process.env.CI ? 1 : 0,
    // A condition is waited for as a browser's is: what is slow is not wrong.
    expect: { poll: { timeout: 120_000 } },
  },
});
