import { type GapConsequence } from '../../../../diagnostics/codes/reasons/gaps.ts';
import { isOneOf } from '../../../../collections.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { TABLE_CODES } from '../../../../diagnostics/codes/tables.ts';
import { wordsOfType } from '../../../../diagnostics/codes/reasons/types.ts';
import { describe } from '../../../../expression/types.ts';
import type { Expression } from '../../../../expression/tree.ts';
import type { ExactCall } from '../../../../model/exact-calls.ts';
import type { Span } from '../../../../source/span.ts';
import type { Cell, Section } from '../../../../syntax/tree.ts';
import { EXACT_CALL_PARTS } from '../../../../vocabulary/exact-calls.ts';
import type { Context } from '../../../context.ts';
import { readBlocks } from '../../blocks.ts';
import { reportTwice } from '../../names.ts';
import { mayBeAnonymous, readAudience } from '../../screens/audience.ts';
import { readSettings, type TableRow } from '../../table.ts';
import { BOOLEAN } from '../../types.ts';
import { part, spanOf } from '../../words.ts';
import { readAnswer, resultOf } from './answers.ts';
import { readDoes } from './does.ts';
import { type CallHeading, nameOf } from './heading.ts';
import { type ShapePlace, type CallPlace, requestVariables } from './place.ts';
import { type Contradiction, mapAction, type ReadExpression, typesOfRequest, withTypes } from './request-types.ts';
import { readSignature, reportUnsigned } from './signature.ts';

type PartName = (typeof EXACT_CALL_PARTS)[number];

/** The parts of one call, stated in a block of its own or in a row of a table. */
interface Stated {
  readonly description: string;
  readonly span: Span;
  /** The whole call is not shown. */
  readonly closed: boolean;
  readonly cells: Readonly<Partial<Record<PartName, { readonly cell: Cell; readonly span: Span }>>>;
}

/** The behaviour that the product lacks if a part is not shown. */
const CONSEQUENCES: Readonly<Record<PartName, GapConsequence>> = {
  by: 'exactBy',
  signed: 'exactSigned',
  once: 'exactSigned',
  when: 'exactWhen',
  does: 'exactDoes',
  filters: 'exactFilters',
  answers: 'exactAnswers',
};
/** The parts that a call needs: a missing one is a gap, too. */
const NEEDED: ReadonlySet<PartName> = new Set(['by', 'does', 'answers']);

/** Reads a call from its `####` block. */
export function readCallBlock(
  place: ShapePlace,
  section: Section,
  heading: CallHeading,
  base: string,
  taken: ReadonlySet<string>,
): ExactCall {
  const { context } = place;
  for (const inner of section.sections) {
    const details = { heading: inner.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
  }
  const blocks = readBlocks(context, section, { tables: { parts: 'part' }, where: 'exact call' });
  const cells: Partial<Record<PartName, { cell: Cell; span: Span }>> = {};
  for (const { table } of blocks.tables) {
    for (const [name, { key, value, span }] of readSettings(context, table, 'part', EXACT_CALL_PARTS)) {
      // `readSettings` gives these parts alone.
      if (!isOneOf(EXACT_CALL_PARTS, name)) continue;
      if (cells[name]) reportTwice(context, 'part', part(key, 0, key.text.length));
      else cells[name] = { cell: value, span };
    }
  }
  const closed = blocks.marker?.value === 'not shown';
  return readCall(place, heading, base, taken, {
    description: blocks.prose,
    span: section.heading.span,
    closed,
    cells,
  });
}

/** Reads a call from a row of `| call | by | when | does | answers |`. */
export function readCallRow(
  place: ShapePlace,
  row: TableRow,
  heading: CallHeading,
  base: string,
  taken: ReadonlySet<string>,
): ExactCall {
  const cells: Partial<Record<PartName, { cell: Cell; span: Span }>> = {};
  for (const name of EXACT_CALL_PARTS) {
    const cell = row.cells[name];
    if (cell) cells[name] = { cell, span: cell.span };
  }
  return readCall(place, heading, base, taken, { description: '', span: row.span, closed: false, cells });
}

/**
 * A place that also keeps the expressions that are read, because the type of a request's value follows from all of
 * them.
 */
function keeping(place: ShapePlace, reads: ReadExpression[]): ShapePlace {
  const { context } = place;
  const expression: Context['expression'] = (words, scope, expected) => {
    const read = context.expression(words, scope, expected);
    if (read) reads.push({ expression: read, spanOf: ({ range }) => (range ? spanOf(words, ...range) : words.span) });
    return read;
  };
  return { ...place, context: { ...context, expression } };
}

function reportContradictions(context: Context, clause: string, contradictions: readonly Contradiction[]): void {
  for (const { name, first, second } of contradictions) {
    const details = { name, first: describe(first.type), second: describe(second.type) };
    const related = [{ span: first.at, message: `It is taken for ${wordsOfType(details.first)} here.` }];
    context.report('N745', CALLS_CODES.N745, details, second.at, { clause, related });
  }
}

function readCall(
  shapes: ShapePlace,
  heading: CallHeading,
  base: string,
  taken: ReadonlySet<string>,
  stated: Stated,
): ExactCall {
  const reads: ReadExpression[] = [];
  const keeper = keeping(shapes, reads);
  const { context, declared } = keeper;
  const name = freeName(nameOf(heading), taken);
  const clause = `7.${name}`;
  const call = `${heading.method} ${heading.path}`;
  context.place(clause, stated.span);
  const open: string[] = [];
  if (stated.closed) {
    context.gap(clause, { because: 'exactCall', name: call }, stated.span);
    open.push(clause);
  }
  const cellOf = (part: PartName): Cell | null => {
    const found = stated.cells[part];
    const absent = !found || found.cell.absence === 'not shown' || found.cell.absence === 'empty';
    if (found) context.place(`${clause}.${part}`, found.span);
    if ((found?.cell.absence === 'not shown' || (absent && NEEDED.has(part))) && !stated.closed) {
      context.gap(`${clause}.${part}`, CONSEQUENCES[part], found?.cell.span ?? stated.span);
      open.push(`${clause}.${part}`);
    }
    return found?.cell.absence === null ? found.cell : null;
  };
  const signedCell = cellOf('signed');
  const onceCell = cellOf('once');
  const isSigned = stated.cells.signed !== undefined && stated.cells.signed.cell.absence !== 'none';
  const byCell = isSigned ? null : cellOf('by');
  const by = isSigned ? 'everyone' : byCell ? readAudience(context, byCell, declared) : null;
  const anonymous = by === null || mayBeAnonymous(by, declared);
  const place: CallPlace = { ...keeper, call, parameters: heading.parameters, anonymous };
  if (isSigned && stated.cells.by) reportUnsigned(context, stated.cells.by.span, call, 'by');
  const signed = signedCell && readSignature(place, signedCell, onceCell);
  // A secret that is not shown proves nothing: the call is refused until it is.
  if (isSigned && signed === null && !open.includes(`${clause}.signed`)) open.push(`${clause}.signed`);
  if (onceCell && !isSigned)
    context.report('N770', CALLS_CODES.N770, { text: onceCell.text, form: 'onceAlone' }, onceCell.span);
  const whenCell = cellOf('when');
  const scope = { variables: requestVariables(place), bare: [], purpose: 'call' } as const;
  const when = whenCell ? context.expression(whenCell, scope, BOOLEAN) : null;
  const doesCell = cellOf('does');
  const does = doesCell ? readDoes(place, doesCell, cellOf('filters')) : null;
  const answersCell = cellOf('answers');
  const noAnswer = stated.cells.answers?.cell.absence === 'none' && does?.kind !== 'refuse';
  if (noAnswer && stated.cells.answers)
    context.report('N718', CALLS_CODES.N718, { text: 'none', why: 'none' }, stated.cells.answers.cell.span);
  const { types, contradictions } = typesOfRequest(reads);
  reportContradictions(context, clause, contradictions);
  const typed = (expression: Expression): Expression => withTypes(expression, types);
  return {
    clause,
    name,
    method: heading.method,
    path: `${base}${heading.path}`.replace(/(?<=.)\/$/, ''),
    parameters: heading.parameters,
    description: stated.description,
    by,
    signed,
    when: when && typed(when),
    does: does && mapAction(does, typed),
    // If the record is not known, no part of an answer has a meaning.
    answers:
      answersCell && (does || (!doesCell && !open.includes(`${clause}.does`)))
        ? readAnswer(place, answersCell, does ? resultOf(does) : NO_RESULT)
        : null,
    open,
  };
}

const NO_RESULT = { entity: null, list: false, counted: false } as const;

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}
