import { type ExactCallAction, hasTerms, type Paging, type RequestValue, searchTerms } from '@nonet/language';
import type { Transaction } from '../transaction.ts';
import { evaluate, type View, asView } from '../evaluate.ts';
import { mayReadField } from '../permissions.ts';
import { plain } from '../plain.ts';
import { refuse } from '../refusal.ts';
import { seenBy } from '../seen.ts';
import { ExactRefused } from './refused.ts';
import { type ExactError, type ExactRequest, expressionsOf, given, isGiven, requestNames } from './request.ts';
import { inOrder } from './shape.ts';
import { recordsOf } from './target.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;

/** The records of a list that a request asks for, and what its answer may say of them: `count`, `page`, … (7). */
export function pageOf(transaction: Transaction, does: List, request: ExactRequest) {
  const errors: ExactError[] = [];
  const { world, actor, lookup } = transaction;
  const filters = does.filters.filter(({ needs }) => needs.every((need) => isGiven(given(request, need))));
  const kept = { ...does, filters };
  const all = recordsOf(transaction, does.records, request);
  const part = partOf(transaction, does.paging, request, errors);
  const names = requestNames(world, request, expressionsOf({ does: kept }), errors);
  if (errors.length > 0) throw new ExactRefused(refuse(lookup, 'INVALID'), null, errors);
  const seen = seenBy(world, actor);
  const conditions = [does.where, ...filters.map(({ condition }) => condition)].filter((one) => one !== null);
  const found = all.filter((record) => {
    const variables = { ...names, user: world.view(actor), this: seen.view(record.id) };
    return (
      conditions.every((condition) => evaluate(seen, condition, variables) === true) &&
      isFound(transaction, does, request, record)
    );
  });
  const order = does.order.length > 0 ? does.order : lookup.entity(does.records.entity).order;
  const isMany = does.records.of !== null && does.order.length === 0 && !isReversed(transaction, does);
  const shown = found.flatMap((record) => seen.view(record.id) ?? []);
  const sorted = isMany ? shown : inOrder(shown, order);
  const limit = part.limit ?? sorted.length;
  return {
    records: sorted.slice(part.offset, part.offset + limit),
    names: {
      count: sorted.length,
      limit,
      offset: part.offset,
      page: part.page,
      pages: Math.ceil(sorted.length / Math.max(limit, 1)),
    },
  };
}

function isReversed({ lookup }: Transaction, { records }: List): boolean {
  return records.of !== null && lookup.field(records.of.target.entity, records.of.list)?.type.kind === 'all';
}

/** Each term of the text is part of a value at one of the paths, as the reader sees them. */
function isFound(transaction: Transaction, { search }: List, request: ExactRequest, record: View): boolean {
  const text = search === null ? null : given(request, search.text);
  if (search === null || typeof text !== 'string' || !isGiven(text)) return true;
  const texts = search.paths.map((path) => {
    let at: View | null = record;
    let value: unknown = null;
    for (const name of path) {
      if (at === null || !mayReadField(transaction.actor, at, name)) return '';
      value = at[name];
      at = typeof value === 'object' ? asView(value) : null;
    }
    return plain(value ?? '');
  });
  return hasTerms(texts, searchTerms(text));
}

interface Part {
  readonly limit: number | null;
  readonly offset: number;
  readonly page: number;
}

const FURTHEST = 1_000_000;

function partOf({ lookup }: Transaction, paging: Paging | null, request: ExactRequest, errors: ExactError[]): Part {
  if (paging === null) return { limit: null, offset: 0, page: 1 };
  const { pageSize, maximumPageSize } = lookup.plan.settings;
  const read = (value: RequestValue | null, standard: number, from: number, to: number): number => {
    const stated = value === null ? undefined : given(request, value);
    if (value === null || !isGiven(stated)) return standard;
    const number = /^\d{1,9}$/.test(plain(stated)) ? Number(plain(stated)) : Number.NaN;
    if (number >= from && number <= to) return number;
    errors.push({ code: 'INVALID', key: value.name });
    return standard;
  };
  const size = paging.kind === 'offset' ? paging.limit : paging.size;
  const standard = size.standard ?? pageSize;
  const limit = read(size.value, standard, paging.kind === 'offset' ? 0 : 1, Math.max(maximumPageSize, standard));
  if (paging.kind === 'offset') return { limit, offset: read(paging.offset, 0, 0, FURTHEST), page: 1 };
  const page = read(paging.page, paging.first, paging.first, FURTHEST);
  return { limit, offset: (page - paging.first) * limit, page };
}
