import type { Progress } from '@nonet/proof';
import { dim } from './terminal.ts';

/** At a terminal the line is written anew so often, at most; elsewhere a line is added so often. */
const MILLISECONDS = { terminal: 100, elsewhere: 10_000 };

export interface ProofProgress {
  readonly show: (done: Progress) => void;
  /** Nothing is said any more. */
  readonly end: () => void;
}

/** Says on standard error how far derived tests are, and what is under way. */
export function showProgress(): ProofProgress {
  return process.stderr.isTTY ? atTerminal() : elsewhere();
}

function atTerminal(): ProofProgress {
  let shown = 0;
  return {
    show: (done) => {
      if (performance.now() - shown < MILLISECONDS.terminal) return;
      shown = performance.now();
      const line = textOf(done).slice(0, (process.stderr.columns ?? 80) - 1);
      process.stderr.write(`\r\u001b[K${dim(line)}`);
    },
    end: () => void process.stderr.write('\r\u001b[K'),
  };
}

function elsewhere(): ProofProgress {
  const began = performance.now();
  let last = 'starting the product';
  const timer = setInterval(() => {
    process.stderr.write(`${Math.round((performance.now() - began) / 1000)} s: ${last}\n`);
  }, MILLISECONDS.elsewhere).unref();
  return {
    show: (done) => {
      last = textOf(done);
    },
    end: () => clearInterval(timer),
  };
}

function textOf({ cases, requests, failures, title }: Progress): string {
  const failed = failures === 0 ? '' : `, ${failures} failed`;
  return `${cases} cases, ${requests} requests${failed}: ${title}`;
}
