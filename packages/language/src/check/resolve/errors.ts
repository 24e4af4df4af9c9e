import { ERRORS_CODES } from '../../diagnostics/codes/errors.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Template } from '../../expression/tree.ts';
import type { CatalogueError } from '../../model/errors.ts';
import type { Rule } from '../../model/rules.ts';
import type { Workflow } from '../../model/states.ts';
import type { Cell, Section } from '../../syntax/tree.ts';
import { isStandardError, STANDARD_ERRORS } from '../../vocabulary/standard-errors.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { declaredNames, namesOf, openNames, type Raiser, raisersOf } from './errors/raised.ts';
import { checkName, reportTwice } from './names.ts';
import { replacement } from './replacement.ts';
import { headerWords, isTranslation, readTable, type TableRow } from './table.ts';
import { recordType, userType } from './types.ts';
import { expressionsOf, reads } from './walk.ts';
import { type Part, part, splitList } from './words.ts';

/** The codes of point 8; says nothing of what is wrong (see `resolveErrors`). */
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

/** Reads point 8. The clause of an error is `8.TOO_LATE`; whether it is raised as it says is a check of its own. */
export function resolveErrors(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  rules: readonly Rule[],
  workflows: readonly Workflow[],
): readonly CatalogueError[] {
  if (!section) return [];
  for (const item of section.sections) {
    const holes = { heading: item.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, holes, item.heading.span);
  }
  const catalogue: Catalogue = {
    raisers: raisersOf(rules, workflows),
    resolved: namesOf(rules, workflows),
    declared: declaredNames(declared),
    open: openNames(rules, workflows, (clause) => context.placeOf(clause) !== undefined),
  };
  const errors: CatalogueError[] = [];
  const codes = new Map<string, Part>();
  for (const { table } of readBlocks(context, section, { tables: { errors: 'code' }, where: 'in point 8' }).tables) {
    const rows = readTable(context, table, {
      columns: { code: { required: true }, status: { required: true }, message: { required: true }, when: {}, key: {} },
      optionalPattern: (header) => isTranslation(header.toLowerCase(), 'message'),
    });
    for (const header of table.headers) {
      const words = headerWords(header);
      if (words === 'key') context.unsupported('keys of errors for exact calls', header.span);
      if (isTranslation(words, 'message')) context.unsupported('translated messages', header.span);
    }
    for (const row of rows) {
      const error = readError(context, row, catalogue, codes);
      if (error) errors.push(error);
    }
  }
  return errors;
}

interface Catalogue {
  readonly raisers: readonly Raiser[];
  /** Every rule and event that could be read. */
  readonly resolved: readonly string[];
  /** Every rule and event that the document names, those with mistakes included. */
  readonly declared: readonly string[];
  /** Those whose error is not shown. */
  readonly open: ReadonlySet<string>;
}

function readError(
  context: Context,
  row: TableRow,
  catalogue: Catalogue,
  codes: Map<string, Part>,
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
  const derived = readWhen(context, row.cells['when'], code, catalogue);
  const status = readStatus(context, row.cells['status'], code.text);
  const message = row.cells['message'];
  if (!message || message.absence !== null) {
    const span = message?.span ?? row.span;
    if (message?.absence !== 'none') {
      context.gap(`${clause}.message`, `What ${code.text} says is not known, so the standard words stand in.`, span);
    }
    return { clause, code: code.text, status, text: null, messages: {}, derived };
  }
  const entities = catalogue.raisers.filter((raiser) => raiser.code === code.text).map((raiser) => raiser.entity);
  return {
    clause,
    code: code.text,
    status,
    text: message.text,
    messages: readMessages(context, message, [...new Set(entities)]),
    derived,
  };
}

/** Whether the error rewords a standard one. */
function readWhen(context: Context, cell: Cell | undefined, code: Part, catalogue: Catalogue): boolean {
  if (!cell || cell.absence === 'none' || cell.absence === 'empty') {
    if (!catalogue.raisers.some((raiser) => raiser.code === code.text)) {
      context.report('N805', ERRORS_CODES.N805, { code: code.text }, code.span);
    } else reportLeftOut(context, cell, code, new Set(), catalogue);
    return false;
  }
  if (cell.absence === 'not shown') {
    context.gap(`8.${code.text}.when`, `When ${code.text} is raised is not known.`, cell.span);
    return isStandardError(code.text);
  }
  const named = new Set<string>();
  let derived = false;
  for (const item of splitList(cell)) {
    const name = item.text.replace(/\s+/g, ' ');
    if (name === 'derived') {
      derived = true;
      if (!isStandardError(code.text)) {
        const offered = nearest(code.text, Object.keys(STANDARD_ERRORS));
        const holes = { code: code.text, nearest: offered };
        context.report('N807', ERRORS_CODES.N807, holes, code.span, replacement(code.span, offered));
      }
    } else if (named.has(name)) reportTwice(context, 'clause', item);
    else {
      named.add(name);
      checkNamed(context, item, name, code, catalogue);
    }
  }
  reportLeftOut(context, cell, code, named, catalogue);
  return derived;
}

/** A clause named in `when` must raise this error. */
function checkNamed(context: Context, item: Part, name: string, code: Part, catalogue: Catalogue): void {
  if (!catalogue.declared.includes(name)) {
    const offered = nearest(name, ['derived', ...catalogue.declared]);
    const holes = { text: name, nearest: offered };
    context.report('N802', ERRORS_CODES.N802, holes, item.span, replacement(item.span, offered));
    return;
  }
  const raised = catalogue.raisers.filter((raiser) => raiser.name === name);
  if (raised.some((raiser) => raiser.code === code.text)) return;
  // What could not be read has its own diagnostic, and an error that is not shown may be this one.
  if (!catalogue.resolved.includes(name) || catalogue.open.has(name)) return;
  const raises = raised.length === 0 ? null : raised.map((raiser) => raiser.code).join(', ');
  const holes = { code: code.text, clause: name, raises };
  context.report('N803', ERRORS_CODES.N803, holes, item.span, relatedTo(context, raised[0]?.clause ?? clauseOf(name)));
}

function reportLeftOut(
  context: Context,
  cell: Cell | undefined,
  code: Part,
  named: ReadonlySet<string>,
  catalogue: Catalogue,
): void {
  const reported = new Set<string>();
  for (const raiser of catalogue.raisers) {
    if (raiser.code !== code.text || named.has(raiser.name) || reported.has(raiser.name)) continue;
    reported.add(raiser.name);
    const holes = { code: code.text, clause: raiser.name };
    context.report('N804', ERRORS_CODES.N804, holes, cell?.span ?? code.span, relatedTo(context, raiser.clause));
  }
}

function clauseOf(name: string): string {
  return name.includes(' ') ? `4.${name.replace(' ', '.')}` : `5.${name}`;
}

function relatedTo(context: Context, clause: string) {
  const span = context.placeOf(clause);
  return span ? { related: [{ span, message: 'It stands here.' }] } : {};
}

function readStatus(context: Context, cell: Cell | undefined, code: string): number {
  const standard = isStandardError(code) ? STANDARD_ERRORS[code].status : STANDARD_ERRORS.INVALID.status;
  if (!cell || cell.absence === 'not shown') {
    const place = cell?.span;
    if (place) context.gap(`8.${code}.status`, `How ${code} is answered is not known; ${standard} stands in.`, place);
    return standard;
  }
  if (cell.text.toLowerCase() === 'warning') {
    context.unsupported('errors that ask for confirmation (`warning`)', cell.span);
    return standard;
  }
  const status = /^\d{3}$/.test(cell.text) ? Number(cell.text) : 0;
  if (status < 400 || status > 599) {
    context.report('N801', ERRORS_CODES.N801, { text: cell.text }, cell.span);
    return standard;
  }
  if (isStandardError(code) && status !== standard) {
    context.report('N808', ERRORS_CODES.N808, { code, status, standard }, cell.span);
  }
  return status;
}

/** The message on each entity that raises it; under `''` where it reads no record, which is all that is needed then. */
function readMessages(context: Context, cell: Cell, entities: readonly string[]): Readonly<Record<string, Template>> {
  const user = userType(true);
  const messages: Record<string, Template> = {};
  for (const entity of entities) {
    const variables = { this: recordType(entity), user };
    const template = context.template(cell, { variables, bare: ['this'], purpose: 'message' });
    if (template === null) continue;
    if (!expressionsOf(template).some((expression) => reads(expression, 'this'))) return { '': template };
    messages[entity] = template;
  }
  if (entities.length > 0) return messages;
  const template = context.template(cell, { variables: { user }, bare: [], purpose: 'message' });
  return template === null ? {} : { '': template };
}
