import type { Step } from './case.ts';
import type { FailedResult } from './result.ts';

/** Methods that only look. */
const LOOKS: ReadonlySet<string> = new Set(['GET', 'OPTIONS']);

/** Whether a step changes the product's data, its clock, or the answers of its receiver. */
export function changesProduct(step: Step): boolean {
  switch (step.kind) {
    case 'ask':
      return !LOOKS.has(step.method);
    case 'together':
      return step.asks.some(({ method }) => !LOOKS.has(method));
    case 'upload':
    case 'wait':
    case 'calls':
    case 'burst':
      return true;
    case 'pages':
    case 'download':
    case 'open':
    case 'denial':
      return false;
  }
}

/** Whether a failed step has left the product unchanged: it only reads, or the product refused it as a whole. */
export function leavesUntouched(step: Step, { answer }: FailedResult): boolean {
  if (!changesProduct(step)) return true;
  return (step.kind === 'ask' || step.kind === 'upload') && (answer?.status ?? 0) >= 400;
}
