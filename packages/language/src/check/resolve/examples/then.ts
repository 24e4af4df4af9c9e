import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Consequence, ExampleAction, GivenRecord } from '../../../model/examples.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { STANDARD_ERRORS } from '../../../vocabulary/standard-errors.ts';
import { isOpen, mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { type Part, splitEffects, unquoted } from '../words.ts';
import { type ExamplePlace, namedRecords } from './place.ts';

interface Done {
  readonly given: readonly GivenRecord[];
  readonly does: ExampleAction | null;
  /** The entity of the record that `then` is about. */
  readonly about: string | null;
  readonly isPerson: boolean;
}

/** A state and conditions that hold afterwards, or the errors that refuse it. Null if it has mistakes. */
export function readThen(place: ExamplePlace, cell: Cell, done: Done): Consequence | null {
  if (cell.absence !== null) return { kind: 'done', state: null, conditions: [] };
  const items = splitEffects(cell).map(unquoted);
  const isError = ({ text }: Part): boolean =>
    /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text) && !place.declared.constants.has(text);
  const errors = items.filter(isError);
  if (errors.length > 0) {
    const other = items.find((item) => !isError(item));
    if (other) return refuse(place, other, 'refused');
    const known = errors.map((error) => readError(place, error));
    return known.includes(null) ? null : { kind: 'refused', errors: known.filter((code) => code !== null) };
  }
  let state: string | null = null;
  let complete = true;
  const conditions: Expression[] = [];
  for (const item of items) {
    const read = readHolding(place, item, done);
    if (read !== null && typeof read !== 'string') conditions.push(read);
    else if (read !== null && state === null) state = read;
    else {
      if (read !== null) refuse(place, item, 'twoStates');
      complete = false;
    }
  }
  return complete ? { kind: 'done', state, conditions } : null;
}

function refuse({ context }: ExamplePlace, { text, span }: Part, reason: DetailsOf<'N435'>['reason']): null {
  context.report('N435', EXAMPLES_CODES.N435, { text, reason }, span);
  return null;
}

function readError({ context, declared, raised }: ExamplePlace, { text, span }: Part): string | null {
  // A clause raises a known error; N806 reports any other one there.
  if (declared.errors.has(text) || raised.has(text) || Object.hasOwn(STANDARD_ERRORS, text)) return text;
  if (isOpen(context, 'errors')) return text;
  const offered = nearest(text, [...declared.errors, ...Object.keys(STANDARD_ERRORS)]);
  context.report('N436', EXAMPLES_CODES.N436, { error: text, nearest: offered }, span, replacement(span, offered));
  return null;
}

/** A state of the record, or a condition. */
function readHolding(place: ExamplePlace, words: Part, done: Done): string | Expression | null {
  const { context, declared } = place;
  const { about, does, given } = done;
  // A row where time passes reports that nothing is given.
  if (about === null) return null;
  const workflow = declared.workflows.get(about);
  const field = workflow?.field ?? null;
  const states = field === null ? [] : (workflow?.states ?? []).map(({ name }) => name);
  const isGone = does?.kind === 'delete';
  if (states.includes(words.text)) return isGone ? refuse(place, words, 'deleted') : words.text;
  const fields = context.schema.entities.get(about)?.fields;
  if (/^[a-z]\w*$/.test(words.text) && !fields?.has(words.text)) {
    if (mayHaveEvents(context, declared, about)) return null; // It may be a state that is not shown.
    const offered = nearest(words.text, [...states, ...(fields?.keys() ?? [])]);
    const workflowName = field === null ? about : `${about}.${field}`;
    const details = { state: words.text, workflow: workflowName, nearest: offered };
    context.report('N408', STATES_CODES.N408, details, words.span, replacement(words.span, offered));
    return null;
  }
  const isNew = does?.kind === 'create' || does?.kind === 'create by';
  const variables = {
    ...namedRecords(given),
    ...(isGone ? {} : { this: recordType(about) }),
    ...(isNew ? {} : { old: recordType(about) }),
    user: userType(!done.isPerson),
  };
  const scope: Scope = { variables, bare: 'this' in variables ? ['this'] : [], purpose: 'guard' };
  return context.expression(words, scope, BOOLEAN);
}
