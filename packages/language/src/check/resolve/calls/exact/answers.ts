import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../../expression/scope.ts';
import type { Type } from '../../../../expression/type.ts';
import type { ExactCallAction, Answer, AnswerTemplate } from '../../../../model/exact-calls.ts';
import type { Cell } from '../../../../syntax/tree.ts';
import { recordType } from '../../types.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part } from '../../words.ts';
import { readShapeName } from './body-source.ts';
import { type JsonWords, literalOf, readJsonWords } from './json-words.ts';
import { type CallPlace, requestVariables } from './place.ts';
import { readShaped } from './shaped.ts';

/** The records that an answer is made of: the one of its action, several, or none. */
export interface Result {
  readonly entity: string | null;
  readonly list: boolean;
  readonly counted: boolean;
}

/** The records that an action leaves for the answer. */
export function resultOf(does: ExactCallAction): Result {
  const one = (entity: string): Result => ({ entity, list: false, counted: false });
  switch (does.kind) {
    case 'list':
      return { entity: does.records.entity, list: true, counted: true };
    case 'create':
      return { entity: does.records.entity, list: does.each, counted: false };
    case 'read':
    case 'update':
    // The record as it was before.
    case 'delete':
    case 'add':
    case 'remove':
      return one(does.target.entity);
    case 'fire':
      return one(does.entity);
    case 'sign up':
    case 'sign in':
    case 'user':
      return one('User');
    case 'delete each':
    case 'sign out':
    case 'reset':
    case 'nothing':
    case 'refuse':
      return { entity: null, list: false, counted: false };
  }
}

const COUNTS = ['count', 'page', 'pages', 'limit', 'offset'];

/** Reads `201 {"article": Article}`, `[Todo]`, `204`, `302 /`. Null if it has mistakes, which are reported. */
export function readAnswer(place: CallPlace, cell: Cell, result: Result): Answer | null {
  const match = /^(?:(\d{3})(?:\s+|$))?([\s\S]*)$/.exec(cell.text);
  const status = match?.[1] === undefined ? 200 : Number(match[1]);
  const words = part(cell, cell.text.length - (match?.[2]?.length ?? 0), cell.text.length);
  const refuse = (why: DetailsOf<'N718'>['why'], at: Part): null => {
    place.context.report('N718', CALLS_CODES.N718, { text: at.text, why }, at.span);
    return null;
  };
  if (status < 200 || status > 399) return refuse('status', words);
  const scope = answerScope(place, result);
  if (status >= 300) {
    if (!/^(\/|https?:\/\/)\S*$/.test(words.text)) return refuse('location', words);
    const location = place.context.template(words, scope);
    return location && { status, location, body: null };
  }
  if (status === 204 || words.text === '') {
    return words.text === '' ? { status, location: null, body: null } : refuse('bodyOf204', words);
  }
  const quoted = match?.[1] === undefined ? /^"([2-5]\d\d)"$/.exec(words.text)?.[1] : undefined;
  if (quoted !== undefined)
    place.context.report('N733', CALLS_CODES.N733, { status: quoted }, words.span, replacement(words.span, quoted));
  const json = readJsonWords(words, refuse);
  const body = json && readTemplate(place, json, scope, result, refuse);
  return body && { status, location: null, body };
}

/** The record of the action is bare and `this`; of a list its counts are. */
function answerScope(place: CallPlace, { entity, list, counted }: Result): Scope {
  const whole: Type = { kind: 'integer', nullable: false };
  const request = requestVariables(place);
  const counts = counted ? Object.fromEntries(COUNTS.map((name) => [name, whole])) : {};
  const one = entity !== null && !list;
  return {
    variables: { ...request, ...counts, ...(one && { this: recordType(entity) }) },
    bare: one ? ['this'] : [],
    purpose: 'message',
  };
}

type Refuse = (why: DetailsOf<'N718'>['why'], at: Part) => null;

function readTemplate(
  place: CallPlace,
  json: JsonWords,
  scope: Scope,
  result: Result,
  refuse: Refuse,
): AnswerTemplate | null {
  const inner = (value: JsonWords) => readTemplate(place, value, scope, result, refuse);
  switch (json.kind) {
    case 'text':
      return json.words.text.includes('{') && !json.words.text.includes('{{')
        ? refuse('quoted', json.words)
        : { kind: 'literal', value: json.words.text.replaceAll('{{', '{').replaceAll('}}', '}') };
    case 'object': {
      const members = json.members.map(({ name, value }) => ({ name: name.text, value: inner(value) }));
      const read = members.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
      return read.length < members.length ? null : { kind: 'object', members: read };
    }
    case 'array': {
      const [only] = json.items;
      if (json.items.length === 1 && only?.kind === 'words' && place.shapes.has(only.words.text))
        return readResult(place, only.words, result, true, refuse);
      if (result.list && result.entity !== null && json.items.length === 1 && only?.kind === 'words') {
        const each = { ...scope, variables: { ...scope.variables, this: recordType(result.entity) }, bare: ['this'] };
        const value = readShaped(place, only.words, each);
        return value && { kind: 'each', value };
      }
      const items = json.items.map(inner);
      return items.includes(null) ? null : { kind: 'array', items: items.filter((item) => item !== null) };
    }
    case 'words': {
      const value = literalOf(json.words.text);
      if (value !== undefined) return { kind: 'literal', value };
      if (/^[A-Z][A-Za-z0-9]*$/.test(json.words.text) && !place.context.schema.constants.has(json.words.text))
        return readResult(place, json.words, result, false, refuse);
      return readShaped(place, json.words, scope);
    }
  }
}

/** A shape alone shows the record of the action. */
function readResult(
  place: CallPlace,
  name: Part,
  result: Result,
  list: boolean,
  refuse: Refuse,
): AnswerTemplate | null {
  if (result.entity === null) return refuse('noRecord', name);
  const shape = readShapeName(place, name, result.entity);
  if (shape === null) return null;
  if (list !== result.list) {
    const form = result.list ? `[${name.text}]` : name.text;
    return refuse({ because: 'number', isList: result.list, form }, name);
  }
  return { kind: 'result', shape, list };
}
