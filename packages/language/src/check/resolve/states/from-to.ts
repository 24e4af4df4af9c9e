import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Transition } from '../../../model/states.ts';
import { isCreateRow } from '../../declare/workflows.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import { openPart, type RowPlace } from './row.ts';

/**
 * `draft, rejected`, `any`, `any except paid`, `new` (4). Final states are never among `any`. A row named `create` starts
 * from `new` whether it says so or not.
 */
export function readFrom(place: RowPlace): Transition['from'] {
  const { draft, row } = place;
  const cell = row.row.cells['from'];
  if (isCreateRow(row)) {
    if (cell && cell.absence === null && cell.text !== 'new') {
      const { context } = place.declaration;
      const fix = { title: 'Write `new`', edits: [{ span: cell.span, text: 'new' }] };
      const holes = { entity: draft.entity, from: cell.text };
      context.report('N449', STATES_CODES.N449, holes, cell.span, { clause: place.clause, fix });
    }
    return 'new';
  }
  if (draft.field === null) {
    if (!cell || cell.absence !== null) return null;
    if (cell.text === 'new') return 'new';
    const { context } = place.declaration;
    context.report('N414', STATES_CODES.N414, { entity: draft.entity, what: '`from`' }, cell.span);
    return null;
  }
  if (!cell || cell.absence !== null) {
    openPart(place, 'from', cell, 'Where it starts from is not known, so it is refused as NOT_SPECIFIED.');
    return [];
  }
  if (cell.text === 'new') return 'new';
  const any = draft.states.filter((state) => state.kind !== 'final').map((state) => state.name);
  if (cell.text === 'any') return any;
  const except = /^any\s+except\s+/.exec(cell.text);
  if (except) {
    const excluded = readStates(place, splitList(part(cell, except[0].length, cell.text.length)));
    return any.filter((state) => !excluded.includes(state));
  }
  const items = splitList(cell);
  const states = readStates(place, items);
  if (states.length < items.length) place.open.push(`${place.clause}.from`); // Reported: not a reason for more errors.
  const to = row.row.cells['to']?.text;
  for (const name of states) {
    // What stays where it is leaves no final state.
    if (to === 'same' || to === name) continue;
    if (draft.states.find((state) => state.name === name)?.kind !== 'final') continue;
    const { context } = place.declaration;
    const item = items.find((candidate) => candidate.text === name);
    context.report('N407', STATES_CODES.N407, { event: row.name.text, state: name }, item?.span ?? cell.span, {
      clause: place.clause,
    });
  }
  return states;
}

/** A state, or `same`. */
export function readTo(place: RowPlace): Transition['to'] {
  const { draft, row } = place;
  const cell = row.row.cells['to'];
  if (draft.field === null) {
    if (cell && cell.absence === null && cell.text !== 'same') {
      place.declaration.context.report('N414', STATES_CODES.N414, { entity: draft.entity, what: '`to`' }, cell.span);
    }
    return 'same';
  }
  if (!cell || cell.absence !== null) {
    openPart(place, 'to', cell, 'Where it leads is not known, so it is refused as NOT_SPECIFIED.');
    return 'same';
  }
  if (cell.text === 'same') return 'same';
  const state = readStates(place, [part(cell, 0, cell.text.length)])[0];
  if (state === undefined) place.open.push(`${place.clause}.to`); // Reported: not a reason for more errors.
  return state ?? 'same';
}

function readStates({ declaration, draft }: RowPlace, items: readonly Part[]): string[] {
  const known = draft.states.map((state) => state.name);
  const states: string[] = [];
  for (const item of items) {
    if (known.includes(item.text)) {
      states.push(item.text);
      continue;
    }
    const offered = nearest(item.text, [...known, 'any', 'same', 'new']);
    const holes = { state: item.text, workflow: draft.place.text, nearest: offered };
    declaration.context.report('N408', STATES_CODES.N408, holes, item.span, replacement(item.span, offered));
  }
  return states;
}
