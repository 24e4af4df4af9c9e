import type { Scope } from '../../../../expression/scope.ts';
import type { Expression } from '../../../../expression/tree.ts';
import type { SortKey } from '../../../../model/entities.ts';
import type { ExactCallAction, Paging, Records, RequestValue, Size } from '../../../../model/exact-calls.ts';
import type { Cell } from '../../../../syntax/tree.ts';
import { LIST_WORDS } from '../../../../vocabulary/exact-calls.ts';
import { BOOLEAN, recordType } from '../../types.ts';
import { readSortKey } from '../../sort-key.ts';
import { type Part, part, splitList } from '../../words.ts';
import { type CallPlace, requestVariables } from './place.ts';
import { readRequestValue, refuse } from './target.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;

type Word = (typeof LIST_WORDS)[number];

/**
 * Reads the words behind `list Article`: `where … search query.q in a, b order … limit … offset …` or `page … size …`.
 */
export function readList(place: CallPlace, records: Records, rest: Part, filters: Cell | null): List | null {
  const parts = splitWords(rest);
  if (parts === null) return refuse(place, rest, 'listParts');
  const scope = recordScope(place, records.entity);
  const where = parts.where ? place.context.expression(parts.where, scope, BOOLEAN) : null;
  const search = parts.search ? readSearch(place, parts.search, scope) : null;
  const paging = readPaging(place, parts);
  const order = parts.order ? readOrder(place, parts.order, scope) : [];
  // The records that a filter narrows have passed the `where`.
  const narrowing = filters ? readFilters(place, filters, { ...scope, given: where ? [where] : [] }) : [];
  if ((parts.where && !where) || (parts.search && !search) || order === null || narrowing === null) return null;
  if (paging === undefined) return null;
  return { kind: 'list', records, where, filters: narrowing, search, order, paging };
}

/** The scope of a listed record, with the values of the request: the record is bare and `this`. */
export function recordScope(place: CallPlace, entity: string): Scope {
  return {
    variables: { this: recordType(entity), ...requestVariables(place) },
    bare: ['this'],
    purpose: 'where',
  };
}

/** Splits at the words of a list, which are in their order and outside quotes and brackets. */
function splitWords(rest: Part): Partial<Record<Word, Part>> | null {
  const starts: { word: Word; at: number }[] = [];
  let depth = 0;
  for (const match of rest.text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{]|[)\]}]|[\w.]+/g)) {
    if (/^[([{]$/.test(match[0])) depth += 1;
    else if (/^[)\]}]$/.test(match[0])) depth -= 1;
    const place = LIST_WORDS.findIndex((word) => word === match[0]);
    const word = LIST_WORDS[place];
    const last = starts.at(-1);
    if (depth === 0 && word !== undefined && (!last || place > LIST_WORDS.indexOf(last.word)))
      starts.push({ word, at: match.index });
  }
  if ((starts[0]?.at ?? rest.text.length) > 0) return null;
  const parts: Partial<Record<Word, Part>> = {};
  for (const [place, { word, at }] of starts.entries())
    parts[word] = part(rest, at + word.length, starts[place + 1]?.at ?? rest.text.length);
  return parts;
}

function readSearch(place: CallPlace, words: Part, scope: Scope): List['search'] {
  const match = /^(\S+)\s+in\s+(\S[\s\S]*)$/.exec(words.text);
  if (!match?.[1] || !match[2]) return refuse(place, words, 'search');
  const text = readRequestValue(place, part(words, 0, match[1].length));
  const paths = splitList(part(words, words.text.length - match[2].length, words.text.length)).map((item) =>
    readFieldPath(place, item, scope),
  );
  return text === null || paths.includes(null) ? null : { text, paths: paths.filter((path) => path !== null) };
}

function readOrder(place: CallPlace, words: Part, scope: Scope): readonly SortKey[] | null {
  const keys: SortKey[] = [];
  for (const item of splitList(words)) {
    const { key, descending } = readSortKey(place.context, item);
    const path = readFieldPath(place, key, scope);
    if (path === null) return null;
    keys.push({ path, descending });
  }
  return keys;
}

/** A field of the listed record, or of one that it refers to. */
function readFieldPath(place: CallPlace, words: Part, scope: Scope): readonly string[] | null {
  const expression = place.context.expression(words, { ...scope, purpose: 'message' }, null);
  if (expression === null) return null;
  const path = pathOf(expression);
  if (path === null || expression.type.kind === 'list') return refuse(place, words, 'notAField');
  return path;
}

function pathOf(expression: Expression): readonly string[] | null {
  if (expression.kind === 'variable') return expression.name === 'this' ? [] : null;
  const before = expression.kind === 'field' ? pathOf(expression.of) : null;
  return before && expression.kind === 'field' ? [...before, expression.field] : null;
}

/** A condition applies only if the values of the query that it reads are given, so they are not null in it. */
function readFilters(place: CallPlace, cell: Cell, scope: Scope): List['filters'] | null {
  const filters: { condition: Expression; needs: RequestValue[] }[] = [];
  for (const item of splitList(cell, ';')) {
    if (item.text === '') continue;
    const names = [...new Set([...item.text.matchAll(/\bquery\.([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''))];
    if (names.length === 0) return refuse(place, item, 'filter');
    const given = names.map((name): Expression => {
      const query: Expression = { kind: 'variable', name: 'query', type: { kind: 'given', nullable: false } };
      const left: Expression = { kind: 'field', of: query, field: name, type: { kind: 'given', nullable: true } };
      const right: Expression = { kind: 'literal', value: null, type: { kind: 'null', nullable: true } };
      return { kind: 'binary', operator: '!=', left, right, type: BOOLEAN };
    });
    const condition = place.context.expression(item, { ...scope, given: [...(scope.given ?? []), ...given] }, BOOLEAN);
    if (condition === null) return null;
    filters.push({ condition, needs: names.map((name) => ({ from: 'query', name })) });
  }
  return filters;
}

/** Undefined if it has mistakes. */
function readPaging(place: CallPlace, parts: Partial<Record<Word, Part>>): Paging | null | undefined {
  const { limit, offset, page, size } = parts;
  const paged = size ?? page;
  if (paged) {
    if (!page || !size || limit || offset) {
      refuse(place, paged, 'page');
      return undefined;
    }
    const from = /\s+from\s+([01])$/.exec(page.text);
    const value = readRequestValue(place, part(page, 0, from?.index ?? page.text.length));
    const read = readSize(place, size);
    return value && read ? { kind: 'page', page: value, first: from?.[1] === '0' ? 0 : 1, size: read } : undefined;
  }
  if (offset && !limit) {
    refuse(place, offset, 'offset');
    return undefined;
  }
  if (!limit) return null;
  const read = readSize(place, limit);
  const value = offset ? readRequestValue(place, offset) : null;
  return read === null || (offset && !value) ? undefined : { kind: 'offset', limit: read, offset: value };
}

/** Reads `20`, `PAGE_SIZE`, `query.limit default 20`. */
function readSize(place: CallPlace, words: Part): Size | null {
  const match = /^(\S+)(?:\s+default\s+(\S+))?$/.exec(words.text);
  if (!match?.[1]) return refuse(place, words, 'size');
  const first = part(words, 0, match[1].length);
  const standard = match[2] === undefined ? null : part(words, words.text.length - match[2].length, words.text.length);
  if (!/^(path|query|body)\./.test(first.text)) {
    if (standard) return refuse(place, standard, 'fixedSize');
    const fixed = readNumber(place, first);
    return fixed === null ? null : { value: null, standard: fixed };
  }
  const value = readRequestValue(place, first);
  const number = standard ? readNumber(place, standard) : null;
  return value === null || (standard && number === null) ? null : { value, standard: number };
}

function readNumber(place: CallPlace, words: Part): number | null {
  if (/^[1-9]\d{0,5}$/.test(words.text)) return Number(words.text);
  const constant = place.constants.find(({ name }) => name === words.text);
  const value = constant?.value.kind === 'literal' ? constant.value.value : null;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (constant?.value.kind === 'open') return refuse(place, words, 'openSize');
  return refuse(place, words, 'wholeSize');
}
