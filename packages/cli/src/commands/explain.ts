import { findCode, nearest, type Plan, isWithinClause, keysOf } from '@nonet/language';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { bold, dim } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentOption } from './document-option.ts';

export const register: Register = (program) => {
  program
    .command('explain')
    .description(
      'Explain a code that `check` printed (N312), a clause of a document (4.Claim.status.submit), or the settings it runs with.',
    )
    .argument('<code-or-clause>', 'a code, a clause, or `settings`')
    .addOption(documentOption())
    .addHelpText(
      'after',
      '\nExit codes: 0 explained, 1 there is no such code or clause, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((subject: string, options: { document: string }) => {
      if (/^n\d{3}$/i.test(subject)) process.stdout.write(explainCode(subject.toUpperCase()));
      else {
        const plan = planFor(readDocument(options.document));
        process.stdout.write(subject === 'settings' ? explainSettings(plan) : explainClause(plan, subject));
      }
    });
};

function explainCode(id: string): string {
  const code = findCode(id);
  if (!code) throw new Failure(`There is no code ${id}.`);
  return `${bold(`${id}: ${code.title}`)} ${dim(`(${code.severity})`)}\n\n${code.page.trim()}\n`;
}

function explainClause(plan: Plan, clause: string): string {
  const place = plan.clauses[clause];
  const below = Object.keys(plan.clauses).filter((each) => each !== clause && isWithinClause(each, clause));
  if (!place && below.length === 0) {
    const near = nearest(clause, Object.keys(plan.clauses));
    throw new Failure(`The document has no clause ${clause}.${near ? ` Did you mean ${near}?` : ''}`);
  }
  const gap = plan.gaps.find((each) => each.clause === clause);
  const lines = [
    bold(clause),
    ...(place ? [dim(`${place.file}:${place.line}`), '', place.text.trim()] : []),
    ...(gap ? ['', `Left open: ${gap.consequence}`] : []),
    ...(below.length > 0 ? ['', 'Under it:', ...below.map((each) => `  ${each}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function explainSettings(plan: Plan): string {
  const stated = new Set(plan.constants.map(({ name }) => name));
  const rows = keysOf(SETTING_CONSTANTS).map((setting) => {
    const constant = SETTING_CONSTANTS[setting];
    const value = plan.settings[setting];
    const shown = shownSetting(value);
    return `${constant.padEnd(20)} ${shown.padEnd(20)} ${stated.has(constant) ? `stated: 9.${constant}` : 'the standard value'}`;
  });
  return `${rows.join('\n')}\n`;
}

function shownSetting(value: Plan['settings'][keyof Plan['settings']]): string {
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  return 'count' in value ? `${value.count} per ${value.seconds} s` : value.join(', ') || 'none';
}

const SETTING_CONSTANTS = {
  currency: 'CURRENCY',
  locale: 'LOCALE',
  timeZone: 'TIME_ZONE',
  pageSize: 'PAGE_SIZE',
  maximumPageSize: 'MAX_PAGE_SIZE',
  maximumUploadBytes: 'MAX_UPLOAD',
  maximumBodyBytes: 'MAX_BODY',
  sessionSeconds: 'SESSION_LENGTH',
  loginAttempts: 'LOGIN_ATTEMPTS',
  passwordLength: 'PASSWORD_LENGTH',
  requests: 'REQUESTS_PER_MINUTE',
  workingDays: 'WORKING_DAYS',
  holidays: 'HOLIDAYS',
} as const satisfies Partial<Record<keyof Plan['settings'], string>>;
