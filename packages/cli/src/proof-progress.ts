import type { Progress } from '@nonet/proof';
import { dim } from './terminal.ts';

/** The time between two updates: at a terminal the line is rewritten, elsewhere a line is added, the first one soon. */
const MILLISECONDS = { terminal: 100, first: 1500, elsewhere: 5000 };

export interface ProofProgress {
  readonly show: (done: Progress) => void;
  /** Ends the output. */
  readonly end: () => void;
}

/**
 * Says on standard error how far derived tests are, and what is under way.
 * @param first What is done before the first case.
 */
export function showProgress(first: string): ProofProgress {
  return process.stderr.isTTY ? atTerminal(first) : elsewhere(first);
}

function atTerminal(first: string): ProofProgress {
  const began = performance.now();
  let last: Progress | null = null;
  const write = () => {
    const line = lineOf(began, last, first).slice(0, (process.stderr.columns ?? 80) - 1);
    process.stderr.write(`\r\u001b[K${dim(line)}`);
  };
  write();
  // Seconds continue while one thing takes long.
  const timer = setInterval(write, MILLISECONDS.terminal).unref();
  return {
    show: (done) => {
      last = done;
    },
    end: () => {
      clearInterval(timer);
      process.stderr.write('\r\u001b[K');
    },
  };
}

function elsewhere(first: string): ProofProgress {
  const began = performance.now();
  let last: Progress | null = null;
  const write = () => void process.stderr.write(`${lineOf(began, last, first)}\n`);
  const soon = setTimeout(write, MILLISECONDS.first).unref();
  const timer = setInterval(write, MILLISECONDS.elsewhere).unref();
  return {
    show: (done) => {
      last = done;
    },
    end: () => {
      clearTimeout(soon);
      clearInterval(timer);
    },
  };
}

function lineOf(began: number, done: Progress | null, first: string): string {
  const seconds = `${Math.round((performance.now() - began) / 1000)} s`;
  if (done === null) return `${seconds} · ${first}`;
  const failed =
    done.failures === 0 ? '' : ` · ${done.failures} failed (${done.causes} ${done.causes === 1 ? 'cause' : 'causes'})`;
  return `${seconds} · ${done.proven} of ${done.clauses} clauses proven · ${done.cases} cases${failed} · ${done.doing}`;
}
