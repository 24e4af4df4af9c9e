import type { BriefReport, BriefsReport, BriefsTotal } from './report.ts';

/** The reports of all briefs together. */
export function totalOf(briefs: readonly BriefReport[]): BriefsTotal {
  const sum = (of: (report: BriefReport) => number) => briefs.reduce((total, report) => total + of(report), 0);
  const errors: Record<string, number> = {};
  for (const round of briefs.flatMap(({ rounds }) => rounds))
    for (const [code, count] of Object.entries(round.errors)) errors[code] = (errors[code] ?? 0) + count;
  return {
    briefs: briefs.length,
    met: briefs.filter(({ isMet }) => isMet).length,
    rounds: sum(({ rounds }) => rounds.length),
    checksPassed: sum(({ checks }) => checks.passed),
    checks: sum(({ checks }) => checks.of),
    errors,
    inputTokens: sum(({ usage }) => usage?.inputTokens ?? 0),
    outputTokens: sum(({ usage }) => usage?.outputTokens ?? 0),
    bytesRead: sum(({ usage }) => usage?.bytesRead ?? 0),
  };
}

/** The report as a table for people: a row for each brief, and one for all. */
export function tableOf({ briefs, total }: BriefsReport): string {
  const rows = briefs.map(({ brief, isMet, rounds, checks, handed, usage }) => [
    brief,
    isMet ? 'yes' : 'no',
    String(rounds.length),
    errorsOf(rounds[0]?.errors ?? {}),
    errorsOf(rounds.at(-1)?.errors ?? {}),
    `${checks.passed} of ${checks.of}`,
    String(handed.brief + handed.reports),
    String(usage?.bytesRead ?? '–'),
    usage === null ? '–' : `${usage.inputTokens ?? 0} / ${usage.outputTokens ?? 0}`,
  ]);
  const head = ['brief', 'met', 'rounds', 'errors at first', 'at last', 'checks', 'handed', 'bytes read', 'tokens'];
  const last = [
    'together',
    `${total.met} of ${total.briefs}`,
    String(total.rounds),
    errorsOf(total.errors),
    '',
    `${total.checksPassed} of ${total.checks}`,
    '',
    String(total.bytesRead),
    `${total.inputTokens} / ${total.outputTokens}`,
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), line(last)].join('');
}

function errorsOf(errors: Readonly<Record<string, number>>): string {
  const codes = Object.entries(errors).map(([code, count]) => (count === 1 ? code : `${code} ×${count}`));
  return codes.length === 0 ? '–' : codes.join(', ');
}
