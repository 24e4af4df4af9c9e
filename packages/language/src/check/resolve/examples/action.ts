import { EXAMPLES_CODES } from '../../../diagnostics/codes/examples.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { ExampleAction, ExampleActor, GivenRecord } from '../../../model/examples.ts';
import type { Event } from '../../../model/states.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { mayBeEntity, mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { recordType, userType } from '../types.ts';
import { type Part, part } from '../words.ts';
import { type ExamplePlace, namedRecords } from './place.ts';
import { askedTypes, fieldTypes, readValues } from './values.ts';

const FORM = /^(?:(create)\s+|([A-Za-z_]\w*)\s+on\s+)?([A-Za-z_]\w*)\s*(?:\(([\s\S]*)\))?$/;

/** Null if nothing is done; `unknown` where it has mistakes, which are reported. */
export function readAction(
  place: ExamplePlace,
  cell: Cell,
  given: readonly GivenRecord[],
  who: ExampleActor['kind'],
): ExampleAction | null | 'unknown' {
  const { context } = place;
  const subject = given.at(-1) ?? null;
  if (cell.absence !== null) {
    if (who === 'time') return null;
    context.report('N432', EXAMPLES_CODES.N432, { text: 'none', reason: 'none' }, cell.span);
    return 'unknown';
  }
  const [, create, on, name = ''] = FORM.exec(cell.text) ?? [];
  if (name === '') {
    const reason = 'form';
    context.report('N432', EXAMPLES_CODES.N432, { text: cell.text, reason }, cell.span);
    return 'unknown';
  }
  const at = cell.text.indexOf(name, create === undefined ? (on === undefined ? 0 : on.length + 3) : 6);
  const words = part(cell, at, at + name.length);
  const brackets = cell.text.indexOf('(', at + name.length);
  const values = brackets < 0 ? null : part(cell, brackets + 1, cell.text.length - 1);
  const variables = {
    ...namedRecords(given),
    ...(subject === null ? {} : { this: recordType(subject.entity) }),
    user: userType(who !== 'person'),
  };
  const reading: Reading = {
    place,
    words,
    values,
    scope: { variables, bare: subject === null ? [] : ['this'], purpose: 'effect' },
  };
  if (create !== undefined) return onNew(reading, null);
  if (on !== undefined) return onNew(reading, part(cell, 0, on.length));
  if (subject === null) {
    context.report('N434', EXAMPLES_CODES.N434, { what: cell.text }, cell.span);
    return 'unknown';
  }
  return onRecord(reading, subject.entity);
}

interface Reading {
  readonly place: ExamplePlace;
  readonly words: Part;
  /** The content of the brackets. */
  readonly values: Part | null;
  readonly scope: Scope;
}

/** `create E(…)`, or `EVENT on E(…)` for an event from `new`. */
function onNew({ place, words, values, scope }: Reading, event: Part | null): ExampleAction | 'unknown' {
  const { context, declared } = place;
  const entity = words.text;
  if (!declared.entities.has(entity)) {
    if (mayBeEntity(context, entity)) return 'unknown';
    const offered = nearest(entity, declared.entities.keys());
    context.report(
      'N402',
      STATES_CODES.N402,
      { entity, nearest: offered },
      words.span,
      replacement(words.span, offered),
    );
    return 'unknown';
  }
  if (event === null) {
    const read = readValues(place, values, fieldTypes(place, entity), scope);
    return read === null ? 'unknown' : { kind: 'create', entity, values: read };
  }
  const known = eventOf(place, entity, event);
  if (known === null) return 'unknown';
  if (known.transitions.every(({ from }) => from !== 'new')) {
    const reason = { because: 'notNew', event: event.text } as const;
    context.report('N432', EXAMPLES_CODES.N432, { text: `${event.text} on ${entity}`, reason }, event.span);
    return 'unknown';
  }
  const read = readValues(place, values, askedTypes(place, entity, known), scope);
  return read === null ? 'unknown' : { kind: 'create by', event: event.text, entity, values: read };
}

function onRecord({ place, words, values, scope }: Reading, entity: string): ExampleAction | 'unknown' {
  const { context, declared } = place;
  const name = words.text;
  const isEvent = declared.workflows.get(entity)?.events.has(name) ?? false;
  if (!isEvent && name === 'delete') {
    if (values === null) return { kind: name };
    context.report('N432', EXAMPLES_CODES.N432, { text: name, reason: 'noValues' }, values.span);
    return 'unknown';
  }
  if (!isEvent && name === 'update') {
    const read = readValues(place, values, fieldTypes(place, entity), scope);
    return read === null ? 'unknown' : { kind: 'update', values: read };
  }
  const event = eventOf(place, entity, words);
  if (event === null) return 'unknown';
  if (event.transitions.every(({ from }) => from === 'new')) {
    const reason = { because: 'isNew', event: name, entity } as const;
    context.report('N432', EXAMPLES_CODES.N432, { text: name, reason }, words.span);
    return 'unknown';
  }
  const read = readValues(place, values, askedTypes(place, entity, event), scope);
  return read === null ? 'unknown' : { kind: 'event', event: name, values: read };
}

function eventOf({ context, declared, workflows }: ExamplePlace, entity: string, words: Part): Event | null {
  const events = workflows.find((workflow) => workflow.entity === entity)?.events ?? [];
  const found = events.find(({ name }) => name === words.text);
  if (found || mayHaveEvents(context, declared, entity)) return found ?? null;
  const known = [...events.map(({ name }) => name), 'update', 'delete'];
  const offered = nearest(words.text, known);
  const details = { event: words.text, entity, nearest: offered };
  context.report('N420', STATES_CODES.N420, details, words.span, replacement(words.span, offered));
  return null;
}
