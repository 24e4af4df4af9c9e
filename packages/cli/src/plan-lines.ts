import type { MigrationPlan, PlannedClause, PlannedStep } from '@nonet/engine';
import { shown } from '@nonet/language';
import { bold, dim, red } from './terminal.ts';

/** What a plan says to whoever reads it in a terminal. */
export function planLines(plan: MigrationPlan): readonly string[] {
  const { outcome, isRefused, changes, steps, effects } = plan;
  if (outcome === 'in use') return ['The document is in use already: nothing would be done.'];
  if (outcome === 'beside')
    return ['This former version is served beside the one in use, which takes what it writes: nothing would be done.'];
  if (outcome === 'create')
    return ['The database holds no product yet: `nonet serve` or `nonet apply` makes its storage.'];
  return [
    `${bold(`Version ${plan.madeFrom.number}`)} of the document is in use. ${next(plan)}`,
    ...(changes.length === 0 ? ['', 'The storage stays as it is.'] : changes.flatMap(clauseLines)),
    ...(steps.length === 0 ? [] : ['', bold('Steps'), ...steps.flatMap(stepLines)]),
    ...(effects.length === 0 ? [] : ['', bold('From then on'), ...effects.map((line) => `  ${shown(line)}`)]),
    ...wayBackLines(plan),
    ...(isRefused ? [] : ['', closing(plan)]),
  ];
}

function next({ isRefused, madeFrom }: MigrationPlan): string {
  if (isRefused) return red('This one is refused: stored data has no place in it.');
  return `This one becomes version ${(madeFrom.number ?? 0) + 1}.`;
}

function closing({ outcome, isServedAlone }: MigrationPlan): string {
  if (outcome === 'change' && !isServedAlone)
    return '`nonet apply` does this; `nonet serve` waits for that, for stored values become others.';
  return outcome === 'back'
    ? 'This is a former version: `nonet serve` refuses it, `nonet apply --back` puts it to use again.'
    : '`nonet serve` does this at its start, `nonet apply` without serving.';
}

function clauseLines({ clause, does, records, keepsFormer, refusals }: PlannedClause): string[] {
  const reach = records === 0 ? 'the catalogue alone' : `${counted(records, 'record')} written`;
  const former = keepsFormer ? '' : '; processes of the former version are shut out';
  return [
    '',
    bold(shown(clause)),
    ...does.map((line) => `  ${shown(line)}${dim(` (${reach}${former})`)}`),
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
  writers: (milliseconds) => `who writes there waits ${milliseconds} ms at most`,
  everybody: (milliseconds) => `who reads or writes there waits ${milliseconds} ms at most`,
};

function wayBackLines({ wayBack }: MigrationPlan): string[] {
  if (wayBack === null) return [];
  const { isOpen, closedBy, untilWritten } = wayBack;
  const head = ['', bold('Way back')];
  if (!isOpen)
    return [
      ...head,
      '  The former document would be refused then, for stored data would have no place in it:',
      ...closedBy.map((line) => `  - ${shown(line)}.`),
    ];
  if (untilWritten.length === 0) return [...head, '  `nonet apply --back` with the former document takes it back.'];
  return [
    ...head,
    '  `nonet apply --back` with the former document takes it back, until records are written that it has no place for:',
    ...untilWritten.map((line) => `  - ${shown(line)}`),
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
