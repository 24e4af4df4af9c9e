import { Refusal } from '../refusal.ts';

/** What names something that is not shown is refused when it is asked for. */
export function notShown(what: string, clause?: string): Refusal {
  const place = clause === undefined ? {} : { clause };
  return new Refusal({ code: 'NOT_SPECIFIED', status: 501, message: `${what} is not shown.`, ...place });
}
