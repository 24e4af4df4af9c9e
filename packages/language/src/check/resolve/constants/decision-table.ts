import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Decisions } from '../../../model/constants.ts';
import type { Cell, Table } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { readTable, type TableRow } from '../table.ts';
import { BOOLEAN } from '../types.ts';
import { type Part, part, splitList } from '../words.ts';

/** The words over the first column of a decision table: its rows exclude each other, or the first that fits counts. */
export const POLICIES = { unique: 'unique', first: 'first' } as const;
type Policy = keyof typeof POLICIES;

interface Row {
  readonly row: TableRow;
  readonly clause: string;
  /** The condition on the parameters, as an expression; null if the row asks for none. */
  readonly condition: Part | null;
  readonly then: Part;
}

/**
 * Reads a term that is stated as a table (9): a column for each parameter, `then` for the value, and a row for each case.
 * It means `if … then … else if …`, in the order of its rows. Null if it has mistakes, which are reported; `not shown` if a cell is.
 */
export function readDecisionTable(
  context: Context,
  term: { readonly name: string; readonly parameters: readonly { readonly name: string }[]; readonly scope: Scope },
  policy: Policy,
  table: Table,
): { readonly expression: Expression; readonly decisions: Decisions } | 'not shown' | null {
  const names = term.parameters.map(({ name }) => name);
  const columns = Object.fromEntries([policy, ...names].map((name) => [name, {}]));
  const read = readTable(context, table, { columns: { ...columns, then: { required: true } } });
  const rows: Row[] = [];
  let isOpen = false;
  for (const [index, row] of read.entries()) {
    const clause = `9.${term.name}.${row.cells[policy]?.text || index + 1}`;
    context.place(clause, row.span);
    const open = Object.values(row.cells).find(({ absence }) => absence === 'not shown');
    if (open) {
      context.gap(clause, { because: 'value', name: term.name }, open.span);
      isOpen = true;
      continue;
    }
    const then = row.cells['then'];
    if (then === undefined || then.absence !== null) {
      context.report('N911', CONSTANTS_CODES.N911, { name: term.name, lacks: 'then' }, then?.span ?? row.span, {
        clause,
      });
      return null;
    }
    const conditions = names.flatMap((name) => conditionOf(name, row.cells[name]) ?? []);
    const condition = conditions.length === 0 ? null : joined(conditions, ' and ');
    rows.push({ row, clause, condition, then: part(then, 0, then.text.length) });
  }
  if (isOpen) return 'not shown';
  const last = rows.at(-1);
  if (last === undefined) {
    if (table.rows.length === 0)
      context.report('N911', CONSTANTS_CODES.N911, { name: term.name, lacks: 'rows' }, table.span);
    return null;
  }
  const expression = context.expression(wholeOf(rows, last), term.scope, null);
  // Of the last row only the value stands in the expression: a table is complete.
  const least = last.condition && context.expression(last.condition, term.scope, BOOLEAN);
  if (expression === null || (last.condition !== null && least === null)) return null;
  const conditions = [...conditionsIn(expression, rows.length - 1), least];
  const cases = rows.map(({ clause, condition }, index) => ({
    clause,
    condition: condition === null ? null : (conditions[index] ?? null),
  }));
  return { expression, decisions: { policy, cases } };
}

/** `if … then … else if … then … else …`: what is behind a row without a condition is never reached, and reported. */
function wholeOf(rows: readonly Row[], last: Row): Part {
  const pieces = rows
    .slice(0, -1)
    .flatMap(({ condition, then }): (string | Part)[] => [
      'if ',
      ...(condition === null ? ['true'] : [condition]),
      ' then (',
      then,
      ') else ',
    ]);
  return sequence([...pieces, '(', last.then, ')']);
}

/** The conditions of the first rows, from the expression that all rows became. */
function conditionsIn(expression: Expression, count: number): Expression[] {
  const conditions: Expression[] = [];
  let rest = expression;
  while (conditions.length < count && rest.kind === 'conditional') {
    conditions.push(rest.condition);
    rest = rest.otherwise;
  }
  return conditions;
}

/**
 * What a cell asks of its parameter: nothing where it is empty, or `any`; a value, or several with commas; a comparison
 * (`< 100`); bounds (`1..20`, both included); `not` before any of them.
 */
function conditionOf(name: string, cell: Cell | undefined): Part | null {
  if (!cell || cell.absence !== null || cell.text === 'any') return null;
  const whole = part(cell, 0, cell.text.length);
  const negated = /^not\s+/.exec(whole.text);
  const words = negated ? part(whole, negated[0].length, whole.text.length) : whole;
  const condition = plainCondition(name, words);
  return negated ? sequence(['not (', condition, ')']) : condition;
}

function plainCondition(name: string, words: Part): Part {
  const comparison = /^(?:<=|>=|==|!=|<|>)\s*/.exec(words.text);
  if (comparison) return sequence([`${name} `, words]);
  if (words.text === 'true') return instead(words, name);
  if (words.text === 'false') return instead(words, `not ${name}`);
  const items = splitList(words);
  if (items.length > 1) return sequence([`${name} in [`, joined(items, ', '), ']']);
  const dots = /^(?:[^"'.]|\.(?!\.))*\.\.(?!\.)/.exec(words.text);
  if (!dots) return sequence([`${name} == `, words]);
  const low = part(words, 0, dots[0].length - 2);
  const high = part(words, dots[0].length, words.text.length);
  const bounds = [
    ...(low.text === '' ? [] : [sequence([`${name} >= `, low])]),
    ...(high.text === '' ? [] : [sequence([`${name} <= `, high])]),
  ];
  return bounds.length === 0 ? words : joined(bounds, ' and ');
}

function instead(words: Part, text: string): Part {
  const { start, end } = words.span;
  return {
    text,
    span: words.span,
    offsets: Array.from({ length: text.length + 1 }, (_, at) => (at === 0 ? start : end - 1)),
  };
}

function joined(parts: readonly Part[], between: string): Part {
  return sequence(parts.flatMap((each, index) => (index === 0 ? [each] : [between, each])));
}

/** Words that follow each other, each at its own place; what is added between them is at the place of the words behind it. */
function sequence(pieces: readonly (string | Part)[]): Part {
  const words = pieces.filter((piece) => typeof piece !== 'string');
  const first = words[0]?.span ?? { file: '', start: 0, end: 0 };
  const end = words.at(-1)?.span.end ?? first.end;
  let text = '';
  const offsets: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      const next = pieces.slice(index).find((other) => typeof other !== 'string')?.span.start ?? end - 1;
      for (const _ of piece) offsets.push(next);
      text += piece;
      continue;
    }
    for (let at = 0; at < piece.text.length; at += 1) offsets.push(piece.offsets?.[at] ?? piece.span.start + at);
    text += piece.text;
  }
  offsets.push(end);
  return { text, span: { ...first, end }, offsets };
}
