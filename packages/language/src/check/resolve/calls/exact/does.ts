import { nearest } from '../../../../diagnostics/nearest.ts';
import type { Expression } from '../../../../expression/tree.ts';
import type { ExactCallAction, Records } from '../../../../model/exact-calls.ts';
import type { Cell } from '../../../../syntax/tree.ts';
import { EXACT_CALL_ACTIONS } from '../../../../vocabulary/exact-calls.ts';
import { isStandardError } from '../../../../vocabulary/standard-errors.ts';
import { mayHaveEvents } from '../../open.ts';
import { BOOLEAN } from '../../types.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part, splitList } from '../../words.ts';
import { readBodySource } from './body-source.ts';
import { readList, recordScope } from './list.ts';
import { type CallPlace, requestVariables } from './place.ts';
import { readSeconds } from './settings.ts';
import { readRequestValue, readSubject, refuse, refuseWhere } from './target.ts';

/** Reads what a call does. Null if it has mistakes, which are reported. */
export function readDoes(place: CallPlace, cell: Cell, filters: Cell | null): ExactCallAction | null {
  const words = part(cell, 0, cell.text.length);
  const behind = (length: number) => part(words, length, words.text.length);
  const action = /^(create|read|list|update|delete each|delete|add|remove|sign up|sign in|refuse)\s+/.exec(words.text);
  if (filters && action?.[1] !== 'list') return refuse(place, part(filters, 0, filters.text.length), 'filters');
  if (isEvent(words)) return readEvent(place, words);
  const rest = behind(action?.[0].length ?? 0);
  switch (action?.[1]) {
    case 'create':
      return readCreate(place, rest);
    case 'read': {
      const target = readOne(place, rest);
      return target && { kind: 'read', target };
    }
    case 'list': {
      const subject = readSubject(place, rest);
      if (!subject) return null;
      return subject.records ? readList(place, subject.records, subject.rest, filters) : refuse(place, rest, 'many');
    }
    case 'update':
      return readUpdate(place, rest);
    case 'delete': {
      const target = readOne(place, rest);
      return target && { kind: 'delete', target };
    }
    case 'delete each':
      return readDeleteEach(place, rest);
    case 'add':
    case 'remove':
      return readLink(place, rest, action[1]);
    case 'sign up': {
      const source = readBodySource(place, rest, 'User');
      return source && (source.each ? refuse(place, rest, 'one') : { kind: 'sign up', body: source.body });
    }
    case 'sign in':
      return readSignIn(place, rest);
    case 'refuse':
      return readRefuse(place, rest);
    case undefined:
      break;
  }
  if (words.text === 'sign out' || words.text === 'user' || words.text === 'reset' || words.text === 'nothing')
    return { kind: words.text };
  return readEvent(place, words);
}

/** Names that no event has: these have an action of their own. */
const OWN_ACTIONS: ReadonlySet<string> = new Set(['create', 'update', 'delete']);

/** `refuse on Job by id`: no entity and no error is named `on`, so that an event may be named like an action. */
function isEvent(words: Part): boolean {
  const event = /^([A-Za-z_]\w*)\s+on\s/.exec(words.text)?.[1];
  return event !== undefined && !OWN_ACTIONS.has(event);
}

/** Reads one record that ends the words. */
function readOne(place: CallPlace, words: Part) {
  const subject = readSubject(place, words);
  if (!subject) return null;
  if (!subject.target)
    return /^where\b/.test(subject.rest.text) ? refuseWhere(place, subject.rest) : refuse(place, words, 'one');
  return subject.rest.text === '' ? subject.target : refuse(place, subject.rest, 'end');
}

function readCreate(place: CallPlace, words: Part): ExactCallAction | null {
  const subject = readSubject(place, words);
  if (!subject) return null;
  const { records } = subject;
  if (!records) return refuse(place, words, 'create');
  let rest = subject.rest;
  let values: Readonly<Record<string, Expression>> | null = {};
  if (rest.text.startsWith('(')) {
    const end = closingBracket(rest.text);
    if (end === null) return refuse(place, rest, 'bracket');
    values = readValues(place, part(rest, 1, end), records);
    rest = part(rest, end + 1, rest.text.length);
  }
  const source = rest.text === '' ? null : readBodySource(place, rest, records.entity);
  if (values === null || (rest.text !== '' && source === null)) return null;
  return { kind: 'create', records, values, body: source?.body ?? null, each: source?.each ?? false };
}

/** Reads `owner: path.ownerId, active: true`. */
function readValues(place: CallPlace, words: Part, { entity }: Records): Readonly<Record<string, Expression>> | null {
  const { context } = place;
  const fields = context.schema.entities.get(entity)?.fields ?? new Map();
  const values: Record<string, Expression> = {};
  for (const item of splitList(words)) {
    if (item.text === '') continue;
    const colon = /^([A-Za-z_]\w*)\s*:\s*/.exec(item.text);
    const name = colon?.[1];
    if (!colon || name === undefined) return refuse(place, item, 'value');
    const type = fields.get(name);
    if (type === undefined || name in values) {
      const offered = type === undefined ? nearest(name, fields.keys()) : null;
      return refuse(
        place,
        item,
        type === undefined ? { because: 'noField', entity, name, nearest: offered } : { because: 'twice', name },
        replacement(part(item, 0, name.length).span, offered),
      );
    }
    const scope = { variables: requestVariables(place), bare: [], purpose: 'effect' } as const;
    // The request may lack the value; the field decides whether it is required.
    const value = context.expression(part(item, colon[0].length, item.text.length), scope, { ...type, nullable: true });
    if (value === null) return null;
    values[name] = value;
  }
  return values;
}

function closingBracket(text: string): number | null {
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g)) {
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth === 0) return match.index;
  }
  return null;
}

function readUpdate(place: CallPlace, words: Part): ExactCallAction | null {
  const subject = readSubject(place, words);
  if (!subject) return null;
  if (!subject.target)
    return /^where\b/.test(subject.rest.text) ? refuseWhere(place, subject.rest) : refuse(place, words, 'one');
  const source = readBodySource(place, subject.rest, subject.target.entity);
  if (!source) return null;
  if (source.each) return refuse(place, subject.rest, 'one');
  return { kind: 'update', target: subject.target, body: source.body };
}

function readDeleteEach(place: CallPlace, words: Part): ExactCallAction | null {
  const subject = readSubject(place, words);
  if (!subject) return null;
  if (!subject.records) return refuse(place, words, 'deleteEach');
  const { records, rest } = subject;
  const where = /^where\s+/.exec(rest.text);
  if (rest.text === '') return { kind: 'delete each', records, where: null };
  if (!where) return refuse(place, rest, 'whereOrNothing');
  const condition = place.context.expression(
    part(rest, where[0].length, rest.text.length),
    recordScope(place, records.entity),
    BOOLEAN,
  );
  return condition && { kind: 'delete each', records, where: condition };
}

/** Reads `user to Article by slug.favorited_by`, `Tag by name from Article by slug.tags`. */
function readLink(place: CallPlace, words: Part, kind: 'add' | 'remove'): ExactCallAction | null {
  const what = readSubject(place, words);
  if (!what) return null;
  const link = /^(to|from)\s+/.exec(what.rest.text);
  if (!what.target || !link || (link[1] === 'from' && kind === 'add'))
    return refuse(place, words, { because: 'link', kind });
  const to = readSubject(place, part(what.rest, link[0].length, what.rest.text.length));
  if (!to) return null;
  if (!to.records?.of || to.rest.text !== '') return refuse(place, words, { because: 'link', kind });
  const { target, list } = to.records.of;
  if (to.records.entity !== what.target.entity)
    return refuse(place, words, { because: 'otherEntity', list, holds: to.records.entity, given: what.target.entity });
  const field = place.declared.entities.get(target.entity)?.fields.get(list);
  if (field && field.type.kind !== 'open' && !LINKED.has(field.type.kind))
    return refuse(place, words, { because: 'notMany', entity: what.target.entity });
  return { kind, target, list, what: what.target };
}

/** The types of lists whose records are on their own. */
const LINKED: ReadonlySet<string> = new Set(['many']);

function readSignIn(place: CallPlace, words: Part): ExactCallAction | null {
  const match = /^with\s+(\S+)\s*,\s*(\S+)(?:\s+for\s+(\S.*))?$/.exec(words.text);
  if (!match?.[1] || !match[2]) return refuse(place, words, 'signIn');
  const name = readRequestValue(place, valueAt(words, match[1]));
  const password = readRequestValue(place, valueAt(words, match[2]));
  const lasts = match[3] === undefined ? null : part(words, words.text.length - match[3].length, words.text.length);
  const lastsSeconds = lasts ? readSeconds(place, lasts) : null;
  if (name === null || password === null || (lasts && lastsSeconds === null)) return null;
  return { kind: 'sign in', name, password, lastsSeconds };
}

function valueAt(words: Part, text: string): Part {
  const start = words.text.indexOf(text);
  return part(words, start, start + text.length);
}

function readRefuse(place: CallPlace, words: Part): ExactCallAction | null {
  const code = words.text;
  if (place.declared.errors.has(code) || isStandardError(code)) return { kind: 'refuse', code };
  const offered = nearest(code, place.declared.errors);
  return refuse(place, words, { because: 'noError', nearest: offered }, replacement(words.span, offered));
}

/**
 * Reads `publish on Article by slug from body as Notes`, and of an event from `new`
 * `place on Order from body as Order`.
 */
function readEvent(place: CallPlace, words: Part): ExactCallAction | null {
  const match = /^([A-Za-z_]\w*)\s+on\s+/.exec(words.text);
  const event = match?.[1];
  if (!match || event === undefined) {
    const first = /^[a-z]+(?: (?:up|in|out))?/.exec(words.text)?.[0] ?? '';
    const offered = nearest(first, EXACT_CALL_ACTIONS);
    const why = { because: 'noAction', nearest: offered, known: EXACT_CALL_ACTIONS } as const;
    return refuse(place, words, why, replacement(part(words, 0, first.length).span, offered));
  }
  const subject = readSubject(place, part(words, match[0].length, words.text.length));
  if (!subject) return null;
  const entity = subject.target?.entity ?? subject.records?.entity ?? '';
  if (subject.records && /^where\b/.test(subject.rest.text)) return refuseWhere(place, subject.rest);
  if (subject.records?.of) return refuse(place, words, 'one');
  const workflow = place.declared.workflows.get(entity);
  const known = subject.target ? workflow?.events : workflow?.creating;
  if (!known?.has(event)) {
    if (mayHaveEvents(place.context, place.declared, entity)) return null;
    const offered = nearest(event, known ?? []);
    const why = { because: 'noEvent', entity, event, isNew: !subject.target, nearest: offered } as const;
    return refuse(place, words, why, replacement(part(words, 0, event.length).span, offered));
  }
  const source = subject.rest.text === '' ? null : readBodySource(place, subject.rest, entity);
  if (subject.rest.text !== '' && source === null) return null;
  if (source?.each) return refuse(place, subject.rest, 'one');
  return { kind: 'fire', entity, event, target: subject.target, body: source?.body ?? null };
}
