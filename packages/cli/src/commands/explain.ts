import { type CodesReport, findCode, keysOf, nearest, type Plan, reportCodes } from '@nonet/language';
import { Option } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { bold, dim } from '../terminal.ts';
import type { Register } from './command.ts';
import { explainedClause } from './explain/clause.ts';
import { documentOption } from './document-option.ts';

export const register: Register = (program) => {
  program
    .command('explain')
    .description(
      'Explain a code that `check` printed (N312), a clause of a document (4.Claim.status.submit), or the settings it runs with.',
    )
    .argument('[code-or-clause]', 'a code, a clause, or `settings`')
    .option('--all', 'every code')
    .addOption(new Option('--format <format>', 'how to print codes').choices(['text', 'json']).default('text'))
    .addOption(documentOption())
    .addHelpText(
      'after',
      '\nThe JSON is described by docs/schemas/codes.schema.json.\nExit codes: 0 explained, 1 there is no such code or clause, 2 called wrongly, 3 a file can’t be read.',
    )
    .action((subject: string | undefined, options: Options) => {
      if ((subject === undefined) !== (options.all === true))
        throw new Failure('Name a code, a clause or `settings`, or say --all.', 2);
      if (subject === undefined || /^n\d{3}$/i.test(subject)) {
        const report = reportCodes(subject === undefined ? undefined : [requireCode(subject)]);
        process.stdout.write(
          options.format === 'json'
            ? `${JSON.stringify(report, null, 2)}\n`
            : report.codes.map(renderCode).join('\n\n'),
        );
        return;
      }
      if (options.format === 'json')
        throw new Failure('Only codes are printed as JSON; `nonet model` prints clauses.', 2);
      const plan = planFor(readDocument(options.document));
      process.stdout.write(subject === 'settings' ? explainSettings(plan) : explainClause(plan, subject));
    });
};

interface Options {
  readonly document: string;
  readonly all?: true;
  readonly format: 'text' | 'json';
}

function requireCode(text: string): string {
  const id = text.toUpperCase();
  if (!findCode(id)) throw new Failure(`There is no code ${id}.`);
  return id;
}

function renderCode({ code, severity, title, page }: CodesReport['codes'][number]): string {
  return `${bold(`${code}: ${title}`)} ${dim(`(${severity})`)}\n\n${page}\n`;
}

function explainClause(plan: Plan, clause: string): string {
  const explained = explainedClause(plan, clause);
  if (explained === null) {
    const near = nearest(clause, Object.keys(plan.clauses));
    throw new Failure(`The document has no clause ${clause}.${near ? ` Did you mean ${near}?` : ''}`);
  }
  const { place, gap, below } = explained;
  const lines = [
    bold(clause),
    ...(place ? [dim(`${place.file}:${place.line}`), '', place.text] : []),
    ...(gap === null ? [] : ['', `Left open: ${gap}`]),
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
  personalTimeZone: 'PERSONAL_TIME_ZONE',
  personalRegion: 'PERSONAL_REGION',
  pageSize: 'PAGE_SIZE',
  maximumPageSize: 'MAX_PAGE_SIZE',
  maximumUploadBytes: 'MAX_UPLOAD',
  maximumBodyBytes: 'MAX_BODY',
  sessionSeconds: 'SESSION_LENGTH',
  loginAttempts: 'LOGIN_ATTEMPTS',
  sessionIdleSeconds: 'SESSION_IDLE',
  noticesKeptSeconds: 'NOTICES_KEPT',
  digestTime: 'DIGEST_TIME',
  passwordLength: 'PASSWORD_LENGTH',
  commonPasswords: 'COMMON_PASSWORDS',
  requests: 'REQUESTS_PER_MINUTE',
  workingDays: 'WORKING_DAYS',
  holidays: 'HOLIDAYS',
} as const satisfies Partial<Record<keyof Plan['settings'], string>>;
