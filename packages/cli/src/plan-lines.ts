import type { MigrationPlan, PlannedClause, PlannedStep } from '@nonet/engine';
import { shown } from '@nonet/language';
import { wordsOfCorrecting } from './database-failure.ts';
import { bold, dim, red } from './terminal.ts';

/** A plan as text for a terminal. `mode`: whose data it is for. */
export function planLines(plan: MigrationPlan, mode: 'dev' | 'production' = 'production'): readonly string[] {
  const { outcome, isRefused, changes, steps, effects } = plan;
  if (outcome === 'in use') return ['The document is in use already: nothing would be done.'];
  if (outcome === 'beside')
    return [
      'This former version can be served next to the one in use, which accepts its writes: nothing would be done.',
      '`nonet plan --back` shows what putting it to use again instead of that would do.',
    ];
  if (outcome === 'create')
    return ['The database holds no product yet: `nonet serve` or `nonet apply` creates its storage.'];
  return [
    `${bold(`Version ${plan.madeFrom.number}`)} of the document is in use${otherTitle(plan)}. ${next(plan)}`,
    ...(changes.length === 0 ? ['', 'The storage stays as it is.'] : changes.flatMap(clauseLines)),
    ...(steps.length === 0 ? [] : ['', bold('Steps'), ...steps.flatMap(stepLines)]),
    ...(effects.length === 0 ? [] : ['', bold('From then on'), ...effects.map((line) => `  ${shown(line)}`)]),
    ...formerLines(plan),
    ...wayBackLines(plan),
    '',
    isRefused ? closingOfRefused(plan, mode) : closing(plan),
  ];
}

/** The line for users who have mistaken the database or the document. */
function otherTitle({ title, titleInUse }: MigrationPlan): string {
  return titleInUse === null || titleInUse === title ? '' : `, “${shown(titleInUse)}”, and this is “${shown(title)}”`;
}

function next({ isRefused, madeFrom }: MigrationPlan): string {
  if (isRefused) return red('This one is refused: stored data has no place in it.');
  return `This one becomes version ${(madeFrom.number ?? 0) + 1}.`;
}

function closing({ outcome, isServedAlone }: MigrationPlan): string {
  if (outcome === 'change' && !isServedAlone)
    return 'Run `nonet apply`; `nonet serve` waits for it, because stored values change.';
  return outcome === 'back'
    ? 'This is a former version: `nonet apply --back` puts it to use again, `nonet serve` does not.'
    : '`nonet serve` does this at its start, `nonet apply` without serving.';
}

function closingOfRefused({ changes }: MigrationPlan, mode: 'dev' | 'production'): string {
  const isCorrectable = changes.some(({ refusals }) => refusals.some(({ correctable }) => correctable.length > 0));
  return `Change the document as described above${isCorrectable ? `, or the records: ${wordsOfCorrecting(mode)}` : ''}.`;
}

function clauseLines({ clause, does, records, refusals }: PlannedClause): string[] {
  const reach = records === 0 ? 'the catalogue alone' : `${counted(records, 'record')} written`;
  return [
    '',
    bold(shown(clause)),
    ...does.map((line) => `  ${shown(line)}${dim(` (${reach})`)}`),
    ...refusals.flatMap(({ words, count, ids, remedy }) => [
      `  ${red('refused:')} ${shown(words)}.`,
      ...(ids.length === 0
        ? []
        : [`    ${count === 1 ? 'It is' : 'They are'} ${ids.join(', ')}${more(count - ids.length)}.`]),
      ...(remedy === null ? [] : [`    ${capital(shown(remedy))}.`]),
    ]),
  ];
}

function stepLines(step: PlannedStep, place: number): string[] {
  const facts = [
    ...(step.lock === null ? [] : [`${step.lock} on ${step.tables.join(', ')}`]),
    WAITS[step.blocks](step.longestWait),
    ...(step.records === null ? [] : [counted(step.records, 'record')]),
    ...(step.bytes === null || step.bytes === 0 ? [] : [`about ${sizeOf(step.bytes)} written`]),
    ...(step.seconds === null ? [] : [durationOf(step.seconds)]),
  ];
  return [`  ${place + 1}. ${shown(step.words)}`, `     ${dim(facts.join('; '))}`];
}

const WAITS: Readonly<Record<PlannedStep['blocks'], (milliseconds: number) => string>> = {
  nobody: () => 'nobody waits',
  writers: (milliseconds) => `writers of these tables wait ${milliseconds} ms at most`,
  everybody: (milliseconds) => `readers and writers of these tables wait ${milliseconds} ms at most`,
};

function formerLines({ former }: MigrationPlan): string[] {
  if (former === null) return [];
  const head = ['', bold('Processes of the version in use')];
  switch (former.goOnUntil) {
    case 'a day':
      return [...head, '  They continue next to it for a day, because it only adds.'];
    case 'finished':
      return [...head, '  They continue next to it until `nonet finish`; writes without a place in it are refused.'];
    case 'never':
      return [
        ...head,
        '  They are refused when it is put to use:',
        ...former.closedBy.map((line) => `  - ${shown(line)}`),
      ];
  }
}

function wayBackLines({ wayBack }: MigrationPlan): string[] {
  if (wayBack === null) return [];
  const { isOpen, closedBy, untilWritten, staysGone, untilFinished } = wayBack;
  const head = ['', bold('Way back')];
  if (!isOpen)
    return [
      ...head,
      '  The former document would be refused then, for stored data would have no place in it:',
      ...closedBy.map((line) => `  - ${shown(line)}.`),
    ];
  const listed = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  - ${shown(line)}`)];
  const gone = [
    ...listed('  What goes does not come back by that:', staysGone),
    ...listed(
      '  This goes, is kept for the former version, and comes back by that until `nonet finish`:',
      untilFinished,
    ),
  ];
  if (untilWritten.length === 0)
    return [...head, '  `nonet apply --back` with the former document takes it back.', ...gone];
  return [
    ...head,
    '  `nonet apply --back` with the former document takes it back, until records are written that it has no place for:',
    ...untilWritten.map((line) => `  - ${shown(line)}`),
    ...gone,
  ];
}

function more(count: number): string {
  return count > 0 ? `, and ${count} more (\`--rows\` names all)` : '';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${Math.round(bytes / 1000 ** power)} ${units[power]}`;
}

function durationOf(seconds: number): string {
  if (seconds < 1) return 'a second at most';
  return seconds < 120 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
}
