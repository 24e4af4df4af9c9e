import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import { splitTemplate } from '../../../../expression/template.ts';
import { ERROR_VALUES, type ErrorForm, type ErrorTemplate, type ErrorText } from '../../../../model/exact-calls.ts';
import type { Cell } from '../../../../syntax/tree.ts';
import { type Part, part } from '../../words.ts';
import { type JsonWords, literalOf, readJsonWords } from './json-words.ts';
import type { ShapePlace } from './place.ts';

/** Reads `{"errors": {"{key}": ["{message}"]}}`, with an optional status before it, or `none` for no body. */
export function readErrorForm({ context }: ShapePlace, cell: Cell): ErrorForm | null {
  const refuse = (why: DetailsOf<'N727'>['why'], at: Part): null => {
    context.report('N727', CALLS_CODES.N727, { text: at.text, why }, at.span);
    return null;
  };
  const match = /^(?:([45]\d\d)(?:\s+|$))?([\s\S]*)$/.exec(cell.text);
  const status = match?.[1] === undefined ? null : Number(match[1]);
  const words = part(cell, cell.text.length - (match?.[2]?.length ?? 0), cell.text.length);
  if (words.text === '') return status === null ? refuse('empty', words) : { status, body: null };
  const json = readJsonWords(words, refuse);
  const body = json && readTemplate(json, refuse);
  return body && { status, body };
}

type Refuse = (why: DetailsOf<'N727'>['why'], at: Part) => null;

function readTemplate(json: JsonWords, refuse: Refuse): ErrorTemplate | null {
  switch (json.kind) {
    case 'text': {
      const text = readText(json.words, refuse);
      return text && { kind: 'text', text };
    }
    case 'words': {
      const value = literalOf(json.words.text);
      return value === undefined ? refuse('word', json.words) : { kind: 'literal', value };
    }
    case 'array': {
      const items = json.items.map((item) => readTemplate(item, refuse));
      return items.includes(null) ? null : { kind: 'list', items: items.filter((item) => item !== null) };
    }
    case 'object': {
      const members = json.members.map(({ name, value }) => ({
        name: readText(name, refuse),
        value: readTemplate(value, refuse),
      }));
      const read = members.flatMap(({ name, value }) => (name && value ? [{ name, value }] : []));
      return read.length < members.length ? null : { kind: 'object', members: read };
    }
  }
}

function readText(words: Part, refuse: Refuse): ErrorText | null {
  const { parts, problems } = splitTemplate(words.text);
  if (problems.length > 0) return refuse('brace', words);
  const text: (ErrorText[number] | null)[] = parts.map((piece) => {
    if (typeof piece === 'string') return piece;
    const value = ERROR_VALUES.find((known) => known === piece.text.trim());
    if (value !== undefined) return { value };
    const offered = nearest(piece.text.trim(), ERROR_VALUES);
    return refuse({ because: 'value', nearest: offered, known: ERROR_VALUES }, part(words, ...piece.range));
  });
  return text.includes(null) ? null : text.filter((piece) => piece !== null);
}
