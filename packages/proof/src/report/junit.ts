import type { Proof } from '../proof.ts';
import { coverageOf } from './coverage.ts';
import { failureView } from './failure.ts';
import { escapeMarkup } from './markup.ts';

/** JUnit's XML, as the schema of Jenkins has it, a test case a clause: what continuous integration reads. */
export function renderJunit(proof: Proof, file: string): string {
  const { clauses, failed, notDerivable, notTried } = coverageOf(proof);
  const views = new Map(proof.failures.map((failure) => [failure, failureView(proof, failure, file)]));
  const cases = clauses.map(({ clause, verdict, failures, reason }) => {
    const attributes = `classname="${escapeMarkup(proof.plan.title)}" name="${escapeMarkup(clause)}"`;
    if (verdict === 'proven') return `    <testcase ${attributes}/>`;
    if (verdict !== 'failed')
      return `    <testcase ${attributes}><skipped message="${escapeMarkup(reason ?? 'not run')}"/></testcase>`;
    const elements = failures.flatMap((failure) => {
      const view = views.get(failure);
      if (view === undefined) return [];
      const text = [`${view.file}:${view.line}`, view.reason, view.request, view.again]
        .filter((part) => part !== null)
        .join('\n');
      return [`<failure message="${escapeMarkup(view.reason)}">${escapeMarkup(text)}</failure>`];
    });
    return `    <testcase ${attributes}>${elements.join('')}</testcase>`;
  });
  const totals = `tests="${clauses.length}" failures="${failed}" errors="0" time="${(proof.milliseconds / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escapeMarkup(proof.plan.title)}" ${totals} skipped="${notDerivable + notTried}">`,
    ...(proof.unopened === null ? [] : [unopenedMarkup(proof.unopened)]),
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function unopenedMarkup(why: string): string {
  return `    <properties><property name="unopened" value="${escapeMarkup(why)}"/></properties>`;
}
