import type { Proof } from '../prove.ts';
import { type Coverage, coverageOf, reasonText } from './coverage.ts';
import { type FailureView, failureView } from './failure.ts';

export interface TextStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
}

const SHOWN_FAILURES = 20;

/** For a terminal: what failed, where the document says otherwise, and how much of it is proven. */
export function renderText(proof: Proof, file: string, style: TextStyle): string {
  const coverage = coverageOf(proof);
  const failures = proof.failures.slice(0, SHOWN_FAILURES).map((failure) => failureView(proof, failure, file));
  return [...failures.map((failure) => failureText(failure, style)), summary(proof, coverage, style)].join('\n');
}

function failureText(failure: FailureView, { bold, dim, red }: TextStyle): string {
  const lines = [
    `${red('✗')} ${bold(failure.title)}`,
    `  ${failure.file}:${failure.line}  ${failure.clause}`,
    `  ${dim('│')} ${failure.text}`,
    `  ${failure.reason}`,
  ];
  if (failure.request !== null) lines.push(`  ${failure.request} ${dim(`as ${failure.as}`)}`);
  if (failure.body !== null) lines.push(`  ${dim(`sent     ${failure.body.slice(0, 300)}`)}`);
  if (failure.answer !== null) lines.push(`  ${dim(`answered ${failure.answer.slice(0, 300)}`)}`);
  return `${[...lines, `  ${dim('again:')} ${failure.again}`].join('\n')}\n`;
}

function summary(proof: Proof, coverage: Coverage, { bold, dim, green, red }: TextStyle): string {
  const { proven, failed, shown, notDerivable, notTried } = coverage;
  const seconds = (proof.milliseconds / 1000).toFixed(1);
  const mark = failed === 0 && proof.failures.length === 0 && !proof.isStopped ? green('✓') : red('✗');
  const share = `${Math.floor(coverage.share * 1000) / 10} %`;
  const head = proof.isPart
    ? `${mark} ${bold(`${proof.cases.length - proof.failures.length} of ${proof.cases.length} cases`)} of the clauses asked for`
    : `${mark} ${bold(`${proven} of ${shown} clauses proven (${share})`)}`;
  const lines = [
    `${head} ${dim(`· ${proof.cases.length} cases, ${proof.requests} requests, ${seconds} s, seed ${proof.seed}`)}`,
  ];
  if (proof.unopened !== null) lines.push(`  No screen was opened: ${proof.unopened}.`);
  if (proof.isCut && notTried > 0) {
    const why = proof.isStopped ? 'was stopped' : `ended after ${proof.failures.length} failures`;
    lines.push(`  It ${why}: ${notTried} clauses were not tried.`);
  }
  if (notDerivable > 0) lines.push(...notDerived(coverage, dim));
  return `${lines.join('\n')}\n`;
}

function notDerived({ clauses, notDerivable }: Coverage, dim: (text: string) => string): string[] {
  const groups = Map.groupBy(
    clauses.filter(({ verdict }) => verdict === 'not derivable'),
    ({ reason }) => reason ?? 'not found',
  );
  return [
    `  ${notDerivable} ${notDerivable === 1 ? 'clause' : 'clauses'} not derivable:`,
    ...[...groups].map(
      ([reason, of]) => `  ${dim(`${reasonText(reason)} ${of.map(({ clause }) => clause).join(', ')}`)}`,
    ),
  ];
}
