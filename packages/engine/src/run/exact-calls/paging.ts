import { type ExactCallAction, message, type Paging, type RequestValue, type Size } from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { refuseInvalid } from '../refuse.ts';
import { given } from './request.ts';

type List = Extract<ExactCallAction, { kind: 'list' }>;

/** The requested part of a list. */
export interface Part {
  /** Null: all of it. */
  readonly limit: number | null;
  readonly offset: number;
  /** The page's number in the request, from 1 or 0. */
  readonly page: number;
}

/** Beyond this offset PostgreSQL would spend its time on counting. */
const FURTHEST = 1_000_000;

/** Reads `limit` and `offset`, or `page` and `size`. @throws INVALID if they are not such numbers. */
export function readPart(index: PlanIndex, { paging }: List, request: ExactCallRequest): Part {
  if (paging === null) return { limit: null, offset: 0, page: 1 };
  const most = index.plan.settings.maximumPageSize;
  const numberOf = (value: RequestValue | null, standard: number, from: number, to: number): number => {
    const found = value === null ? undefined : given(request, value);
    if (value === null || found === undefined || found === null || found === '') return standard;
    const text = typeof found === 'string' ? found.trim() : '';
    const number = typeof found === 'number' ? found : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    const words = message('wholeBetween', { key: value.name, from, to });
    throw refuseInvalid(index, [{ field: value.name, code: 'INVALID', message: words, clause: '9.MAX_PAGE_SIZE' }]);
  };
  const size = sizeOf(paging);
  const standard = size.standard ?? index.plan.settings.pageSize;
  const limit = numberOf(size.value, standard, paging.kind === 'offset' ? 0 : 1, Math.max(most, standard));
  if (paging.kind === 'offset') return { limit, offset: numberOf(paging.offset, 0, 0, FURTHEST), page: 1 };
  const page = numberOf(paging.page, paging.first, paging.first, FURTHEST);
  return { limit, offset: (page - paging.first) * limit, page };
}

function sizeOf(paging: Paging): Size {
  return paging.kind === 'offset' ? paging.limit : paging.size;
}
