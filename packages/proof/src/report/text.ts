import type { Proof, Since } from '../proof.ts';
import { type Coverage, coverageOf, reasonText } from './coverage.ts';
import { type CauseView, causeViews } from './failure.ts';

export interface TextStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
}

/** The maximum number of clauses in one line; `--report json` names all. */
const MOST_NAMED = 8;
/** The maximum number of characters that are shown of a body or an answer, and of lines of a stack. */
const MOST_SHOWN = 300;
const MOST_LINES = 8;

/** The report for a terminal: the failures, the contradictions of the document, and how much of it is proven. */
export function renderText(proof: Proof, file: string, style: TextStyle): string {
  const coverage = coverageOf(proof);
  const causes = causeViews(proof, file);
  return [...causes.map((cause) => causeText(cause, style)), summary(proof, coverage, causes, style)].join('\n');
}

function causeText({ first, others, clauses }: CauseView, { bold, dim, red }: TextStyle): string {
  const lines = [`${red('✗')} ${bold(first.title)}`];
  if (first.text !== '') lines.push(`  ${first.file}:${first.line}  ${first.clause}`, `  ${dim('│')} ${first.text}`);
  lines.push(`  ${first.reason}`);
  if (first.request !== null) lines.push(`  ${first.request} ${dim(`as ${first.as}`)}`);
  const facts = { sent: first.body, answered: first.answer, expected: first.expected };
  for (const [name, text] of Object.entries(facts))
    if (text !== null) lines.push(`  ${dim(`${name.padEnd(8)} ${cut(text, MOST_SHOWN)}`)}`);
  if (first.fault !== null)
    lines.push(
      ...first.fault
        .split('\n')
        .slice(0, MOST_LINES)
        .map((line, place) => `  ${dim(`${(place === 0 ? 'fault' : '').padEnd(8)} ${line.trim()}`)}`),
    );
  lines.push(`  ${dim('again:')} ${first.again}`);
  if (others > 0) {
    const named = clauses.filter(({ clause }) => clause !== '');
    const where = named.map(({ clause, failures }) => (failures === 1 ? clause : `${clause} (${failures})`));
    const of = where.length === 0 ? '' : `: ${listed(where)}`;
    lines.push(`  and ${others} ${others === 1 ? 'other' : 'others'} of this cause${of}`);
  }
  return `${lines.join('\n')}\n`;
}

function summary(
  proof: Proof,
  coverage: Coverage,
  causes: readonly CauseView[],
  { bold, dim, green, red }: TextStyle,
): string {
  const { proven, failed, shown, notDerivable, notTried } = coverage;
  const seconds = (proof.milliseconds / 1000).toFixed(1);
  const isGood = failed === 0 && proof.failures.length === 0 && !proof.isStopped && proof.broken.length === 0;
  const mark = isGood ? green('✓') : red('✗');
  const share = `${Math.floor(coverage.share * 1000) / 10} %`;
  const failures = proof.failures.length;
  const found =
    failures === 0
      ? ''
      : ` · ${failures} ${failures === 1 ? 'failure' : 'failures'} of ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`;
  const none = proof.isPart && proof.cases.length === 0 && isGood;
  const head = none
    ? bold(
        proof.since === null
          ? 'There is no case of the clauses asked for'
          : `No case can have changed since ${proof.since.name}`,
      )
    : proof.isPart
      ? `${mark} ${bold(`${new Set(proof.cases).size - new Set(proof.failures.map(({ derived }) => derived)).size} of ${proof.cases.length} cases`)} ${proof.since === null ? 'of the clauses asked for' : `that can have changed since ${proof.since.name}`} passed`
      : `${mark} ${bold(`${proven} of ${shown} clauses proven (${share})`)}`;
  const lines = [
    `${head}${found} ${dim(`· ${proof.cases.length} cases, ${proof.requests} requests, ${seconds} s, seed ${proof.seed}`)}`,
  ];
  if (proof.since !== null) lines.push(sinceText(proof.since, proof.leftOut));
  if (proof.unopened !== null) lines.push(`  No screen was opened: ${proof.unopened}.`);
  if (proof.broken.length > 0) lines.push(`  Not all was tried: ${listed(proof.broken, 3, '; ')}.`);
  if (proof.isCut && notTried > 0)
    lines.push(
      `  ${whyCut(proof, causes.length)}${notTried} ${notTried === 1 ? 'clause was' : 'clauses were'} not tried.`,
    );
  if (notDerivable > 0) lines.push(...notDerived(coverage, dim));
  return `${lines.join('\n')}\n`;
}

function sinceText({ clauses }: Since, leftOut: number): string {
  if (clauses.length === 0) return `  No clause differs${leftOut === 0 ? '' : `: ${leftOut} cases were left out`}.`;
  const differ = clauses.length === 1 ? '1 clause differs' : `${clauses.length} clauses differ`;
  return `  ${differ} (${listed(clauses)}); ${leftOut} cases can't have another result by that, and were left out.`;
}

function whyCut({ isStopped, broken }: Proof, causes: number): string {
  if (isStopped) return 'It was stopped: ';
  return broken.length > 0 ? '' : `It ended after failures of ${causes} ${causes === 1 ? 'cause' : 'causes'}: `;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function listed(items: readonly string[], most = MOST_NAMED, between = ', '): string {
  const more = items.length - most;
  return more <= 0 ? items.join(between) : `${items.slice(0, most).join(between)}${between}and ${more} more`;
}

function notDerived({ clauses, notDerivable }: Coverage, dim: (text: string) => string): string[] {
  const groups = Map.groupBy(
    clauses.filter(({ verdict }) => verdict === 'not derivable'),
    ({ reason }) => reason ?? 'not found',
  );
  return [
    `  ${notDerivable} ${notDerivable === 1 ? 'clause' : 'clauses'} not derivable:`,
    ...[...groups].map(
      ([reason, of]) => `  ${dim(`${of.length}: ${reasonText(reason)} ${listed(of.map(({ clause }) => clause))}`)}`,
    ),
  ];
}
