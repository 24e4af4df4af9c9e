import type { Proof } from '../proof.ts';
import { coverageOf } from './coverage.ts';
import { failureView } from './failure.ts';

/** Workflow commands: an annotation at the line of each clause that failed. */
export function renderGithub(proof: Proof, file: string, pathOf: (file: string) => string): string {
  const { proven, shown, notDerivable, notTried } = coverageOf(proof);
  const lines = proof.failures.map((failure) => {
    const view = failureView(proof, failure, file);
    const words = [view.reason, view.request, view.again].filter((part) => part !== null).join('\n');
    const place = `file=${property(pathOf(view.file))},line=${view.line},title=${property(view.clause)}`;
    return `::error ${place}::${escaped(words)}`;
  });
  if (proof.unopened !== null) lines.push(`::notice::No screen was opened: ${escaped(proof.unopened)}.`);
  return `${[...lines, `::notice::${proven} of ${shown} clauses proven, ${notDerivable} not derivable${notTried === 0 ? '' : `, ${notTried} not tried`}`].join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
