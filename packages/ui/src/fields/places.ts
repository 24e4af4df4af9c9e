import type { FieldProblem, FieldView } from '@nonet/client';
import type { Words } from '../words/en.ts';
import type { Draft } from './drafts.ts';
import { keyOf, rowsOf } from './rows.ts';

/** A problem, and the input of a form that it is about. */
export interface PlacedProblem {
  readonly problem: FieldProblem;
  /** The path of the input, or of the row or list, as the form was sent. */
  readonly path: string;
  /** Its name for people: "Purpose", "Amount", "Lines, row 2" for a row as a whole. */
  readonly label: string;
  /** The row of the input ("Lines, row 2"), or the list if only one new row is asked for; null if it is in no list. */
  readonly within: string | null;
}

/** An error with its place; the field's name is left out if the message contains it. */
export function placedMessage({ problem: { message }, label, within }: PlacedProblem): string {
  const at = message.indexOf(label);
  const isNamed = at >= 0 && !/\p{L}$/u.test(message.slice(0, at)) && !/^\p{L}/u.test(message.slice(at + label.length));
  const place = [within, isNamed ? null : label].filter((part) => part !== null).join(', ');
  return place === '' ? message : `${place}: ${message}`;
}

/** A form's field, with those of its rows where it is a list that is entered in place. */
export interface FormField {
  readonly field: FieldView;
  readonly below: readonly FieldView[] | null;
}

/** The problems of a form's inputs, in the form's order, and those that are about none of them. */
export function placeProblems(
  problems: readonly FieldProblem[],
  fields: readonly FormField[],
  words: Words,
): { placed: readonly PlacedProblem[]; others: readonly FieldProblem[] } {
  const found = problems.map((problem) => ({ problem, input: inputAt(problem.field, fields, words) }));
  const placed = found.flatMap(({ problem, input }) => (input ? [{ problem, ...input }] : []));
  return {
    placed: placed.toSorted((one, other) => compareOrder(one.order, other.order)),
    others: found.filter(({ input }) => input === null).map(({ problem }) => problem),
  };
}

function inputAt(path: string | null, fields: readonly FormField[], words: Words) {
  const [name, ...rest] = path?.split('.') ?? [];
  const at = fields.findIndex(({ field }) => field.name === name);
  const found = fields[at];
  if (!found) return null;
  const { field, below } = found;
  const whole = { path: field.name, label: field.label, within: null, order: [at] };
  if (below === null) return whole;
  // The child that an event adds is the only one there (4, `asks lines + (…)`).
  const [row, inner] = /^\d+$/.test(rest[0] ?? '') ? rest : [null, rest[0]];
  const list =
    row === null || row === undefined
      ? whole
      : {
          path: `${field.name}.${row}`,
          label: words.rowOf(field.label, Number(row) + 1),
          within: null,
          order: [at, Number(row)],
        };
  const column = below.findIndex((each) => each.name === inner);
  const cell = below[column];
  if (!cell) return list;
  return {
    path: `${list.path}.${cell.name}`,
    label: cell.label,
    within: list.label,
    order: [...list.order, column],
  };
}

function compareOrder(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((part, at) => part !== other[at]);
  if (place < 0) return one.length - other.length;
  return (one[place] ?? 0) - (other[place] ?? -1);
}

/**
 * The path in a later draft of the value at a path of an earlier one, and whether it is unchanged: rows are found by
 * their keys after they moved. Null if it is gone.
 */
export function followPath(path: string, before: Draft, now: Draft): { path: string; untouched: boolean } | null {
  let was: unknown = before;
  let is: unknown = now;
  const parts: string[] = [];
  for (const part of path.split('.')) {
    if (Array.isArray(was)) {
      const row = rowsOf(was)[Number(part)];
      const rows = rowsOf(is);
      const place = row === undefined ? -1 : rows.findIndex((each) => keyOf(each) === keyOf(row));
      if (place < 0) return null;
      parts.push(String(place));
      [was, is] = [row, rows[place]];
    } else {
      parts.push(part);
      [was, is] = [was, is].map((each) => (each as Draft | undefined)?.[part]);
    }
  }
  return { path: parts.join('.'), untouched: was === is };
}
