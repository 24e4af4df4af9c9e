import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Span } from '../../../source/span.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Transition } from '../../../model/states.ts';
import { asTransition } from '../../../syntax/transition.ts';
import { isCreateRow } from '../../declare/workflows.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import { openPart, type RowPlace } from './row.ts';

/**
 * `draft, rejected`, `any`, `any except paid`, `every`, `new` (4). Final states are among `every`, never among `any`. A row named `create` starts
 * from `new` whether it says so or not.
 */
export function readFrom(place: RowPlace): Transition['from'] {
  const { draft, row } = place;
  const cell = row.row.cells['from'];
  if (isCreateRow(row)) {
    if (cell && cell.absence === null && cell.text !== 'new') {
      const { context } = place.declaration;
      const fix = { title: 'Write `new`', edits: [{ span: cell.span, text: 'new' }] };
      const details = { entity: draft.entity, from: cell.text };
      context.report('N449', STATES_CODES.N449, details, cell.span, { clause: place.clause, fix });
    }
    return 'new';
  }
  if (draft.field === null) {
    if (!cell || cell.absence !== null) return null;
    if (cell.text === 'new') return 'new';
    const { context } = place.declaration;
    context.report('N414', STATES_CODES.N414, { entity: draft.entity, what: 'from' }, cell.span);
    return null;
  }
  if (!cell || cell.absence !== null) {
    openPart(place, 'from', cell, 'eventFrom');
    return [];
  }
  if (cell.text === 'new') return 'new';
  const all = /^(any|every)(?:\s+except\s+|$)/.exec(cell.text);
  if (all && !draft.states.some(({ name }) => name === cell.text)) {
    const excluded =
      all[0] === cell.text ? [] : readStates(place, splitList(part(cell, all[0].length, cell.text.length)));
    const meant = draft.states.filter(({ kind, name }) => {
      return (all[1] === 'every' || kind !== 'final') && !excluded.includes(name);
    });
    checkLeft(
      place,
      meant.map(({ name }) => name),
      () => cell.span,
    );
    return meant.map(({ name }) => name);
  }
  const items = splitList(cell);
  const states = readStates(place, items);
  if (states.length < items.length) place.open.push(`${place.clause}.from`); // Reported: not a reason for more errors.
  checkLeft(place, states, (name) => items.find(({ text }) => text === name)?.span ?? cell.span);
  return states;
}

/** No event leaves a final state. */
function checkLeft(place: RowPlace, states: readonly string[], spanOf: (state: string) => Span): void {
  const { draft, row } = place;
  const to = row.row.cells['to']?.text;
  for (const name of states) {
    // A record that stays where it is leaves no final state.
    if (to === 'same' || to === name) continue;
    if (draft.states.find((state) => state.name === name)?.kind !== 'final') continue;
    const details = { event: row.name.text, state: name };
    place.declaration.context.report('N407', STATES_CODES.N407, details, spanOf(name), { clause: place.clause });
  }
}

/** A state, or `same`. */
export function readTo(place: RowPlace): Transition['to'] {
  const { draft, row } = place;
  const cell = row.row.cells['to'];
  if (draft.field === null) {
    if (cell && cell.absence === null && cell.text !== 'same') {
      place.declaration.context.report('N414', STATES_CODES.N414, { entity: draft.entity, what: 'to' }, cell.span);
    }
    return 'same';
  }
  if (!cell || cell.absence !== null) {
    if (asTransition(row.row.cells['from']?.text ?? '') !== null) {
      place.open.push(`${place.clause}.to`); // It stands in the cell of `from`, which is reported.
      return 'same';
    }
    openPart(place, 'to', cell, 'eventTo');
    return 'same';
  }
  if (cell.text === 'same') return 'same';
  const state = readStates(place, [part(cell, 0, cell.text.length)])[0];
  if (state === undefined) place.open.push(`${place.clause}.to`); // Reported: not a reason for more errors.
  return state ?? 'same';
}

/** `draft -> paid` in one cell: with its fix where the cell of `to` is free for the second state. */
function reportTransition(
  { declaration, draft, row }: RowPlace,
  item: Part,
  { from, to }: { from: string; to: string },
) {
  const { context } = declaration;
  const target = row.row.cells['to'];
  const isFree = target !== undefined && (target.absence !== null || target.text === to);
  const edits = [
    { span: item.span, text: from },
    ...(target === undefined ? [] : [{ span: target.span, text: target.absence === 'empty' ? ` ${to} ` : to }]),
  ];
  const details = { state: item.text, workflow: draft.place.text, nearest: null, transition: { from, to } };
  const fix = isFree ? { fix: { title: `Write ${from} as from and ${to} as to`, edits } } : {};
  context.report('N408', STATES_CODES.N408, details, item.span, fix);
}

/** The states of `draft or rejected`, which are separated by commas here; none where a text is no such list. */
function severalStates(text: string, known: readonly string[]): string[] {
  const names = text.split(/\s+(?:or|and)\s+|\s*[/|&+]+\s*/);
  return names.length > 1 && names.every((name) => known.includes(name)) ? names : [];
}

function readStates(place: RowPlace, items: readonly Part[]): string[] {
  const { declaration, draft } = place;
  const known = draft.states.map((state) => state.name);
  const states: string[] = [];
  for (const item of items) {
    if (known.includes(item.text)) {
      states.push(item.text);
      continue;
    }
    const transition = asTransition(item.text);
    if (transition !== null) {
      reportTransition(place, item, transition);
      continue;
    }
    const several = severalStates(item.text, known);
    if (several.length > 0) {
      const meant = several.join(', ');
      const details = { state: item.text, workflow: draft.place.text, nearest: meant };
      declaration.context.report('N408', STATES_CODES.N408, details, item.span, replacement(item.span, meant));
      states.push(...several);
      continue;
    }
    const offered = item.text === '*' ? 'any' : nearest(item.text, [...known, 'any', 'every', 'same', 'back', 'new']);
    const details = { state: item.text, workflow: draft.place.text, nearest: offered };
    declaration.context.report('N408', STATES_CODES.N408, details, item.span, replacement(item.span, offered));
  }
  return states;
}
