import type { UnsignedPart } from '../../../../diagnostics/codes/calls/signed.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import type { CallSignature, SignatureForm } from '../../../../model/exact-calls.ts';
import type { Span } from '../../../../source/span.ts';
import type { Cell } from '../../../../syntax/tree.ts';
import type { Context } from '../../../context.ts';
import { part } from '../../words.ts';
import { secretNamed } from '../signed.ts';
import type { CallPlace } from './place.ts';
import { readSeconds } from './settings.ts';
import { readRequestValue } from './target.ts';

/** The age of a signature that counts where none is stated (Standard Webhooks). */
const STANDARD_SECONDS = 300;

const FORMS: ReadonlyMap<string, SignatureForm> = new Map([
  ['hex', 'hex'],
  ['base64', 'base64'],
  ['t,v1', 't,v1'],
]);

/**
 * Reads `with PAY_SECRET`, `with PAY_SECRET within 10 min`, `with PAY_SECRET in x-signature as hex`, and `once`. Null if
 * that is wrong, which is reported, or if the secret is not shown.
 */
export function readSignature(place: CallPlace, cell: Cell, onceCell: Cell | null): CallSignature | null {
  const { context } = place;
  const text = cell.text.replace(/\s+/g, ' ');
  const match = /^with ([A-Z][A-Z0-9_]*)(?: in ([A-Za-z0-9-]+) as (.+?))?(?: within (.+))?$/.exec(text);
  const name = match?.[1];
  const refuse = (): null => {
    context.report('N770', CALLS_CODES.N770, { text: cell.text, form: 'signed' }, cell.span);
    return null;
  };
  if (match === null || name === undefined) return refuse();
  const form = match[3] === undefined ? 'standard webhooks' : FORMS.get(match[3].replaceAll(' ', ''));
  // A signature without a time has no age.
  if (form === undefined || (match[4] !== undefined && (form === 'hex' || form === 'base64'))) return refuse();
  const within = match[4];
  const start = within === undefined ? 0 : cell.text.lastIndexOf(within);
  const withinSeconds =
    within === undefined ? STANDARD_SECONDS : readSeconds(place, part(cell, start, start + within.length));
  const secret = secretNamed(context, name, cell, place.constants);
  const once = onceCell && readRequestValue(place, part(onceCell, 0, onceCell.text.length));
  if (once !== null && once.from !== 'body' && onceCell) reportUnsigned(context, onceCell.span, place.call, once.from);
  if (secret === null || withinSeconds === null || (onceCell !== null && once === null)) return null;
  return { secret, form, header: match[2]?.toLowerCase() ?? null, withinSeconds, once };
}

/** A part that no signature covers decides nothing: anybody could have added it. */
export function reportUnsigned(context: Context, span: Span, call: string, what: UnsignedPart): void {
  context.report('N771', CALLS_CODES.N771, { call, what }, span);
}
