import type { AppliedRehearsal, OtherRights, RehearsedValues } from '@nonet/engine';
import { shown } from '@nonet/language';
import { planLines } from './plan-lines.ts';
import type { RehearsalReport, RehearsedTests } from './rehearsal-report.ts';
import { STEP_WORDS } from './step-words.ts';
import { bold, dim, green, red } from './terminal.ts';

/** The report of a rehearsal as text for a terminal. */
export function rehearsalLines(report: RehearsalReport): readonly string[] {
  const { copied, plan, applied, tests } = report;
  const copy = `${counted(copied.records, 'record')} of ${counted(copied.tables, 'table')} were copied in ${durationOf(copied.seconds)}; the data in use are as they were.`;
  if (applied === null) return [copy, '', ...planLines(plan)];
  return [
    copy,
    '',
    `${bold(`Version ${copied.number + 1}`)} was put to use on the copy in ${bold(durationOf(applied.seconds))}.`,
    ...applied.steps
      .filter(({ seconds }) => seconds >= SHOWN_SECONDS)
      .map(({ kind, seconds }) => `  ${STEP_WORDS[kind]}: ${durationOf(seconds)}`),
    ...valueLines(applied.values),
    ...ruleLines(applied),
    ...readerLines(applied),
    ...section('From then on', firstOf(applied.effects.map((line) => `  ${shown(line)}`))),
    ...backLines(applied),
    ...(tests === null ? [] : testLines(tests)),
    '',
    isAsStated(report)
      ? green('The copy agrees with the document.')
      : red('The copy differs from the document: see the lines with “!”.'),
  ];
}

/** Whether everything that was found on the copy follows from the document. */
export function isAsStated({ applied, tests }: RehearsalReport): boolean {
  const isTested = tests === null || tests.failures.length + tests.broken.length === 0;
  if (applied === null) return isTested;
  const { values, readers, back } = applied;
  return isTested && readers.faults.length === 0 && [...values, ...back.values].every(({ isStated }) => isStated);
}

const SHOWN_SECONDS = 0.05;
const SHOWN_LINES = 20;

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', bold(title), ...lines];
}

function valueLines(values: readonly RehearsedValues[]): string[] {
  return section('Values that changed, or are gone', values.length === 0 ? ['  none'] : values.map(valueLine));
}

function valueLine({ of, records, ids, isGone, isStated }: RehearsedValues): string {
  const what = isGone
    ? of.includes('.')
      ? `${counted(records, 'value')} gone`
      : `${counted(records, 'record')} gone`
    : `${counted(records, 'value')} changed`;
  return `  ${isStated ? ' ' : red('!')} ${shown(of)}: ${what}${isStated ? '' : `, which the document does not state: ${ids.join(', ')}`}`;
}

function ruleLines({ rules }: AppliedRehearsal): string[] {
  const more = rules.filter(({ records, before }) => records > (before ?? 0));
  const lines = more.map(({ clause, entity, records, ids, before }) => {
    const formerly = before === null ? 'none did before' : `${before} did before`;
    return `    ${shown(clause)}: ${counted(records, 'record')} of ${shown(entity)}, ${formerly} ${dim(`(${ids.join(', ')}${records > ids.length ? ', …' : ''})`)}`;
  });
  const others = rules.length - more.length;
  const asBefore = others === 0 ? [] : [`    ${counted(others, 'rule')} broken by no more records than before`];
  return section('Records that break a rule, and can’t be saved until they don’t', [...lines, ...asBefore]);
}

function readerLines({ readers }: AppliedRehearsal): string[] {
  const lines = readers.others.flatMap(({ entity, fewer, more }) => [
    ...(fewer === null ? [] : [rightsLine(entity, fewer, 'fewer')]),
    ...(more === null ? [] : [rightsLine(entity, more, 'more')]),
  ]);
  const faults = readers.faults.map(
    ({ entity, words }) => `  ${red('!')} ${shown(entity)} could not be read: ${shown(words)}`,
  );
  const title = `What ${counted(readers.people, 'person', 'people')} may read (each combination of roles first)`;
  return section(title, [...(lines.length === 0 ? ['    as many records as before'] : lines), ...faults]);
}

function rightsLine(entity: string, { people, example }: OtherRights, than: 'fewer' | 'more'): string {
  const who = example.user === null ? 'who is not signed in' : `user ${example.user}`;
  return `    ${shown(entity)}: ${counted(people, 'person', 'people')} ${than}; ${who} ${example.after} instead of ${example.before}`;
}

function backLines({ back }: AppliedRehearsal): string[] {
  if (back.refused !== null)
    return section(
      'The way back is closed',
      back.refused
        .split('\n')
        .slice(1)
        .map((line) => `  ${shown(line)}`),
    );
  const took = `  ${durationOf(back.seconds ?? 0)} for \`nonet apply --back\` right after it`;
  const same = back.values.length === 0 ? ['  every value was as before'] : back.values.map(valueLine);
  return section('The way back', [took, ...same]);
}

function testLines({ cases, proven, failed, failures, broken }: RehearsedTests): string[] {
  const found = failures.map(({ title, clauses, reason }) => {
    const [first = '', ...rest] = reason.split('\n');
    const words = [...(clauses.length === 0 ? [] : [clauses.join(', ')]), title, first].map(shown).join(': ');
    return [`  ${red('!')} ${words}`, ...rest.map((line) => `      ${shown(line)}`)].join('\n');
  });
  return section('Derived tests of what differs, on storage that the change has made', [
    `    ${counted(cases, 'case')}: ${counted(proven, 'clause')} proven, ${failed} failed`,
    ...firstOf(found),
    ...broken.map((why) => `  ${red('!')} ${shown(why)}`),
  ]);
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN_LINES;
  return [...lines.slice(0, SHOWN_LINES), ...(more > 0 ? [`  … and ${more} more: \`--format json\``] : [])];
}

function counted(count: number, what: string, many = `${what}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? what : many}`;
}

function durationOf(seconds: number): string {
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
