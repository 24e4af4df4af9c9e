import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Journey, OutboundCall } from '../../../model/outbound-calls.ts';
import type { Effect } from '../../../model/states.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { splitList } from '../words.ts';
import type { CallParts } from './call-parts.ts';

/** `checkout = response.url`. */
const SETS = /^[A-Za-z_]\w*\s*=\s*response\.[A-Za-z_]\w*$/;

/** Whether a cell has the form of `goes to`; otherwise that is reported. */
export function isJourney(context: Context, cell: Cell): boolean {
  if (SETS.test(cell.text)) return true;
  context.report('N775', CALLS_CODES.N775, { text: cell.text, why: 'form' }, cell.span);
  return false;
}

/** A host, with a port where it has one. */
const HOST = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;

/** Reads `goes to` (`checkout = response.url`), whose effects are given, and `hosts`. Null if there is none, or it is wrong. */
export function readJourney(
  context: Context,
  parts: CallParts,
  cell: Cell | null,
  effects: readonly Effect[],
): Journey | null {
  const hosts = parts.stated('hosts');
  const refuse = (why: DetailsOf<'N775'>['why'], at: Cell): null => {
    context.report('N775', CALLS_CODES.N775, { text: at.text, why }, at.span);
    return null;
  };
  if (cell === null) return hosts === null ? null : refuse('alone', hosts);
  const [effect, second] = effects;
  // Mistakes of the effect are reported already.
  if (effect === undefined) return null;
  const isOwn = second === undefined && effect.kind === 'set' && effect.path.length === 0 && !effect.change;
  const value = isOwn ? effect.value : null;
  if (!isOwn || value?.kind !== 'field' || value.of.kind !== 'variable' || value.of.name !== 'response')
    return refuse('form', cell);
  const stated = hosts === null ? null : readHosts(context, hosts, refuse);
  return hosts !== null && stated === null ? null : { field: effect.field, answer: value.field, hosts: stated };
}

/** Reads `checkout.pay.example, {PAY_HOST}`. */
function readHosts(
  context: Context,
  cell: Cell,
  refuse: (why: DetailsOf<'N775'>['why'], at: Cell) => null,
): Journey['hosts'] {
  const hosts: NonNullable<Journey['hosts']>[number][] = [];
  for (const { text } of splitList(cell)) {
    const constant = /^\{\s*([A-Z][A-Z0-9_]*)\s*\}$/.exec(text)?.[1];
    if (constant !== undefined && (context.schema.constants.has(constant) || context.schema.constantsAreOpen === true))
      hosts.push({ kind: 'constant', name: constant });
    else if (constant === undefined && HOST.test(text)) hosts.push({ kind: 'literal', value: text });
    else return refuse('hosts', cell);
  }
  return hosts;
}

/** Reads `returns to`: `{this}`, or the route of a screen. Null if it is none, which is reported. */
export function readReturn(context: Context, cell: Cell): OutboundCall['returnsTo'] {
  if (/^\{\s*this\s*\}$/.test(cell.text)) return { kind: 'record' };
  if (/^\/\S*$/.test(cell.text) && !/[{}]/.test(cell.text)) return { kind: 'screen', route: cell.text };
  context.report('N778', CALLS_CODES.N778, { text: cell.text, why: 'form' }, cell.span);
  return null;
}
