import { clausePoint } from '../../model/clause.ts';
import { ERRORS_CODES } from '../../diagnostics/codes/errors.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import type { Template } from '../../expression/tree.ts';
import type { ExactCalls } from '../../model/exact-calls.ts';
import type { CatalogueError } from '../../model/errors.ts';
import type { Rule } from '../../model/rules.ts';
import type { Workflow } from '../../model/states.ts';
import type { Cell, Section, Table } from '../../syntax/tree.ts';
import { isStandardError, STANDARD_ERRORS } from '../../vocabulary/standard-errors.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { declaredNames, namesOf, openNames, raisersBy, raisersOf } from './errors/raised.ts';
import { type Catalogue, raisingEntities, readWhen } from './errors/when.ts';
import { checkName, reportTwice } from './names.ts';
import { headerWords, isTranslation, readTable, type TableRow, translationsOf } from './table.ts';
import { recordType, TEXT, userType } from './types.ts';
import { expressionsOf, reads } from './walk.ts';
import { type Part, part } from './words.ts';

/** The codes of point 8; `resolveErrors` reports the mistakes. */
export function declareErrors(section: Section | undefined): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const block of section?.blocks ?? []) {
    if (block.kind !== 'table') continue;
    const column = block.headers.findIndex((header) => headerWords(header) === 'code');
    for (const row of block.rows) {
      const code = row.cells[column]?.text ?? '';
      if (/^[A-Z][A-Z0-9_]*$/.test(code)) codes.add(code);
    }
  }
  return codes;
}

/**
 * Reads point 8. The clause of an error is `8.TOO_LATE`; a separate check compares its `when` with the clauses that
 * raise it.
 */
export function resolveErrors(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  rules: readonly Rule[],
  workflows: readonly Workflow[],
  answered: ExactCalls,
): readonly CatalogueError[] {
  if (!section) return [];
  for (const item of section.sections) {
    const details = { heading: item.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, details, item.heading.span);
  }
  const catalogue: Catalogue = {
    raisers: raisersBy(raisersOf(rules, workflows)),
    refused: new Set(answered.calls.flatMap(({ does }) => (does?.kind === 'refuse' ? [does.code] : []))),
    resolved: namesOf(rules, workflows),
    declared: declaredNames(declared),
    open: openNames(rules, workflows, (clause) => context.placeOf(clause) !== undefined),
    codes: declared.errors,
    openWorkflows: new Set([...declared.workflows].filter(([, { open }]) => open).map(([entity]) => entity)),
  };
  const errors: CatalogueError[] = [];
  const codes = new Map<string, Part>();
  for (const { table } of readBlocks(context, section, { tables: { errors: 'code' }, where: 'point 8' }).tables) {
    const rows = readTable(context, table, {
      columns: { code: { required: true }, status: { required: true }, message: { required: true }, when: {}, key: {} },
      optionalPattern: (header) => isTranslation(header.toLowerCase(), 'message'),
    });
    const raised = rows.some(({ cells }) => catalogue.raisers.code.has(cells['code']?.text ?? ''));
    const isLeftOut = raised && !table.headers.some((header) => headerWords(header) === 'when');
    if (isLeftOut) reportNoWhen(context, table, rows, catalogue);
    for (const row of rows) {
      const error = readError(context, row, catalogue, codes, isLeftOut);
      if (error) errors.push(error);
    }
  }
  return errors;
}

function readError(
  context: Context,
  row: TableRow,
  catalogue: Catalogue,
  codes: Map<string, Part>,
  isWithoutWhen: boolean,
): CatalogueError | null {
  const cell = row.cells['code'];
  if (!cell) return null;
  const code = part(cell, 0, cell.text.length);
  if (!checkName(context, 'error', code)) return null;
  const first = codes.get(code.text);
  if (first) {
    reportTwice(context, 'error', code, first);
    return null;
  }
  codes.set(code.text, code);
  const clause = `8.${code.text}`;
  context.place(clause, row.span);
  const derived = isWithoutWhen ? false : readWhen(context, row.cells['when'], code, catalogue);
  const warning = isWarning(row.cells['status']);
  if (warning) checkWarning(context, code, catalogue);
  const status = warning ? WARNING_STATUS : readStatus(context, row.cells['status'], code.text);
  const key = readKey(context, row.cells['key']);
  const message = row.cells['message'];
  if (!message || message.absence !== null) {
    const span = message?.span ?? row.span;
    if (message?.absence !== 'none') {
      context.gap(`${clause}.message`, { because: 'errorMessage', name: code.text }, span);
    }
    return { clause, code: code.text, status, warning, text: null, messages: {}, translations: {}, key, derived };
  }
  const entities = raisingEntities(row.cells['when'], code.text, catalogue);
  return {
    clause,
    code: code.text,
    status,
    warning,
    text: message.text,
    messages: entities === null ? {} : readMessages(context, message, entities),
    key,
    translations: entities === null ? {} : readTranslations(context, row, entities),
    derived,
  };
}

/** The column that says when each error is raised is missing. This is one mistake, and its values are known. */
function reportNoWhen(context: Context, table: Table, rows: readonly TableRow[], catalogue: Catalogue): void {
  const said = rows.map(({ cells, span }) => {
    const code = cells['code']?.text ?? '';
    const names = [...new Set((catalogue.raisers.code.get(code) ?? []).map(({ name }) => name))];
    return { code, span, when: names.length > 0 ? names.join(', ') : isStandardError(code) ? 'derived' : '' };
  });
  const first = said.find(({ code }) => catalogue.raisers.code.has(code));
  if (first === undefined) return;
  const { file, start, end } = table.span;
  const text = context.tree.files.find(({ path }) => path === file)?.text.slice(start, end) ?? '';
  const lines = [...text.matchAll(/^.*\|(?=[ \t]*$)/gm)].map((line) => ({
    from: start + line.index,
    to: start + line.index + line[0].length,
  }));
  const edits = lines.map(({ from, to }, number) => {
    const when = said.find(({ span }) => span.start >= from && span.start <= to)?.when;
    const cell = number === 0 ? ' when |' : number === 1 ? ' --- |' : ` ${when ?? ''} |`;
    return { span: { file, start: to, end: to }, text: cell };
  });
  const isWhole = edits.length === rows.length + 2;
  const headers = table.headers.at(-1)?.span ?? table.span;
  context.report('N804', ERRORS_CODES.N804, { code: first.code, clause: first.when, column: 'missing' }, headers, {
    ...(isWhole && { fix: { title: 'Add the column “when”', edits } }),
  });
}

/** A request that is not confirmed yet is in conflict with what the document warns of. */
const WARNING_STATUS = 409;

function isWarning(cell: Cell | undefined): boolean {
  return cell?.absence === null && cell.text.toLowerCase() === 'warning';
}

/** Rules warn; a guard decides what happens, and what the language itself refuses can't be confirmed (5). */
function checkWarning(context: Context, code: Part, catalogue: Catalogue): void {
  const event = (catalogue.raisers.code.get(code.text) ?? []).find((raiser) => clausePoint(raiser.clause) === '4');
  const raisedBy = isStandardError(code.text) ? null : event?.name;
  if (raisedBy !== undefined) context.report('N809', ERRORS_CODES.N809, { code: code.text, raisedBy }, code.span);
}

/** The name under which exact calls answer an error that no field broke. */
function readKey(context: Context, cell: Cell | undefined): string | null {
  if (!cell || cell.absence !== null) return null;
  if (/^[A-Za-z_$@][\w$@.-]*$/.test(cell.text)) return cell.text;
  context.report('N810', ERRORS_CODES.N810, { text: cell.text }, cell.span);
  return null;
}

function readStatus(context: Context, cell: Cell | undefined, code: string): number {
  const standard = isStandardError(code) ? STANDARD_ERRORS[code].status : STANDARD_ERRORS.INVALID.status;
  if (!cell || cell.absence === 'not shown') {
    const place = cell?.span;
    if (place) context.gap(`8.${code}.status`, { because: 'errorStatus', name: code, standard }, place);
    return standard;
  }
  const status = /^\d{3}$/.test(cell.text) ? Number(cell.text) : 0;
  if (status < 400 || status > 599) {
    context.report('N801', ERRORS_CODES.N801, { text: cell.text || 'nothing' }, cell.span);
    return standard;
  }
  if (isStandardError(code) && status !== standard) {
    context.report('N808', ERRORS_CODES.N808, { code, status, standard }, cell.span);
  }
  return status;
}

/** The cells of the columns `message (nl)`; an empty one leaves the message as it is. */
function readTranslations(
  context: Context,
  row: TableRow,
  entities: readonly string[],
): CatalogueError['translations'] {
  return Object.fromEntries(
    [...translationsOf(row, 'message')].map(([language, cell]) => [language, readMessages(context, cell, entities)]),
  );
}

/** The message on each entity that raises it; under `''` if it reads no record, in which case that is the only one. */
function readMessages(context: Context, cell: Cell, entities: readonly string[]): Readonly<Record<string, Template>> {
  // `{key}` is the field that broke the rule, under the caller's name for it.
  const named = { user: userType(true), key: TEXT };
  const messages: Record<string, Template> = {};
  for (const entity of entities) {
    const variables = { this: recordType(entity), ...named };
    const template = context.template(cell, { variables, bare: ['this'], purpose: 'message', saidOf: entities });
    if (template === null) continue;
    if (!expressionsOf(template).some((expression) => reads(expression, 'this'))) return { '': template };
    messages[entity] = template;
  }
  if (entities.length > 0) return messages;
  const template = context.template(cell, { variables: named, bare: [], purpose: 'message' });
  return template === null ? {} : { '': template };
}
