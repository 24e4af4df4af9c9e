import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { OutboundCall } from '../../../model/outbound-calls.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { splitList } from '../words.ts';

/** The expected answer if nothing is stated: any success within ten seconds. */
export const STANDARD_EXPECTS: OutboundCall['expects'] = { from: 200, to: 299, withinMilliseconds: 10_000 };
/** A call is tried once where no `retry` is stated. */
export const NO_RETRY: OutboundCall['retry'] = { times: 0, firstMilliseconds: 0, doubling: false };
/** A mail server may be slow to take a mail. */
export const MAIL_EXPECTS: OutboundCall['expects'] = { ...STANDARD_EXPECTS, withinMilliseconds: 60_000 };
/** A mail is tried for half a day where no `retry` is stated: its server may be away for a while. */
export const MAIL_RETRY: OutboundCall['retry'] = { times: 16, firstMilliseconds: 30_000, doubling: true };

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  second: 1_000,
  seconds: 1_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
};

/** Reads `2xx within 5 s` or `201 within 10 s`; either half alone leaves the other at its standard. */
export function readExpects(context: Context, cell: Cell): OutboundCall['expects'] {
  const match = /^(?:([1-5])xx|([1-5]\d\d))?(?:(?:^|\s+)within\s+(.+))?$/.exec(cell.text.replace(/\s+/g, ' '));
  const within = match?.[3] === undefined ? STANDARD_EXPECTS.withinMilliseconds : milliseconds(match[3]);
  if (!match || within === null || cell.text === '') return refuse(context, cell, 'expects', STANDARD_EXPECTS);
  if (match[1] !== undefined) {
    const from = Number(match[1]) * 100;
    return { from, to: from + 99, withinMilliseconds: within };
  }
  if (match[2] !== undefined) return { from: Number(match[2]), to: Number(match[2]), withinMilliseconds: within };
  return { ...STANDARD_EXPECTS, withinMilliseconds: within };
}

/** Reads `5 times, from 2 s, doubling`. */
export function readRetry(context: Context, cell: Cell): OutboundCall['retry'] {
  let times: number | null = null;
  let first = 1_000;
  let doubling = false;
  for (const item of splitList(cell)) {
    const text = item.text.replace(/\s+/g, ' ');
    const count = /^(\d{1,3}) times?$/.exec(text)?.[1];
    const from = /^from (.+)$/.exec(text)?.[1];
    const duration = from === undefined ? null : milliseconds(from);
    if (count !== undefined) times = Number(count);
    else if (duration !== null) first = duration;
    else if (text === 'doubling') doubling = true;
    else return refuse(context, cell, 'retry', NO_RETRY);
  }
  return times === null ? refuse(context, cell, 'retry', NO_RETRY) : { times, firstMilliseconds: first, doubling };
}

function refuse<Value>(context: Context, cell: Cell, form: DetailsOf<'N709'>['form'], standard: Value): Value {
  context.report('N709', CALLS_CODES.N709, { text: cell.text, form }, cell.span);
  return standard;
}

function milliseconds(text: string): number | null {
  const match = /^(\d{1,6}(?:\.\d{1,3})?) ?([a-z]+)$/.exec(text.trim());
  const unit = match?.[2] !== undefined && Object.hasOwn(UNITS, match[2]) ? UNITS[match[2]] : undefined;
  const value = unit === undefined ? 0 : Math.round(Number(match?.[1]) * unit);
  return value > 0 ? value : null;
}
