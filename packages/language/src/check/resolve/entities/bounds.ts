import Big from 'big.js';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Extras } from '../../../diagnostics/diagnose.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { NoSuch } from '../../../diagnostics/no-such-reason.ts';
import { describe } from '../../../expression/types.ts';
import type { Bound } from '../../../model/entities.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';
import { typeWords } from './type-words.ts';
import type { Resolving } from './resolving.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

export interface Bounds {
  readonly minimum: Bound | null;
  readonly maximum: Bound | null;
}

const NONE: Bounds = { minimum: null, maximum: null };

/** Reads `1..20`, `..2000`, `0.01..`, `0 %..25 %`, `1..MAX_LINES`: a length, value or count (3). */
export function readBounds(entity: Resolving, field: FieldDraft, words: Part | undefined): Bounds {
  if (!words || ['open', 'all'].includes(field.type.kind) || field.rules.computed) return NONE;
  const { context } = entity;
  const isLength = hasValue(field.type, 'text', 'secret', 'records');
  if (!isLength && !hasValue(field.type, 'number')) {
    const fits = hasValue(field.type, 'date', 'time', 'datetime') ? 'sizedOfTime' : 'sized';
    const details = { rule: words.text, type: typeWords(field.type), fits } as const;
    context.report('N303', ENTITIES_CODES.N303, details, words.span);
    return NONE;
  }
  const fail = (reason: BoundsReason, details: Extras = {}): Bounds => {
    context.report('N304', ENTITIES_CODES.N304, { bounds: words.text, reason }, words.span, details);
    return NONE;
  };
  const match = /^(\S*?(?:\s+(?:%|[A-Z]{3}))?)\s*\.\.\s*(\S*(?:\s+(?:%|[A-Z]{3}))?)$/.exec(words.text);
  const [, low = '', high = ''] = match ?? [];
  if (!match || (low === '' && high === '')) return fail('form');
  const minimum = low === '' ? null : readBound(entity, field, part(words, 0, low.length));
  const end = words.text.length;
  const maximum = high === '' ? null : readBound(entity, field, part(words, end - high.length, end));
  if (minimum && 'reason' in minimum) return fail(minimum.reason, minimum.details);
  if (maximum && 'reason' in maximum) return fail(maximum.reason, maximum.details);
  for (const bound of [minimum, maximum]) {
    if (!bound || bound.value === '') continue;
    const whole = new Big(bound.value).round(0, Big.roundDown).eq(bound.value);
    if (isLength && (!whole || new Big(bound.value).lt(0))) return fail('count');
    if (field.type.kind === 'integer' && !whole) return fail('whole');
  }
  if (minimum && maximum && minimum.value !== '' && maximum.value !== '' && new Big(minimum.value).gt(maximum.value)) {
    return fail('order');
  }
  return { minimum: minimum?.value === '' ? null : minimum, maximum: maximum?.value === '' ? null : maximum };
}

type BoundsReason = DetailsOf<'N304'>['reason'];

/** Why a bound can't be one. */
interface Refused {
  readonly reason: BoundsReason;
  readonly details?: Extras;
}

/** The bound, or why it can't be one. An open constant gives an empty value. */
function readBound({ declaredValue, context }: Resolving, { type }: FieldDraft, words: Part): Bound | Refused {
  const { text } = words;
  const [, number, unit] = /^(-?\d+(?:\.\d+)?)(?:\s*(%|[A-Z]{3}))?$/.exec(text) ?? [];
  const currency = type.kind === 'money' ? (type.currency ?? context.schema.currency ?? null) : null;
  if (number !== undefined) {
    if (unit === '%') {
      if (type.kind !== 'percent') return { reason: { because: 'noPercent', text } };
      return { value: new Big(number).div(100).toFixed(), constant: null };
    }
    if (unit !== undefined && type.kind !== 'money') return { reason: { because: 'noMoney', text } };
    if (unit !== undefined && currency !== null && unit !== currency)
      return { reason: { because: 'inCurrency', text, unit, currency } };
    return { value: number, constant: null };
  }
  if (!/^[A-Z][A-Z0-9_]*$/.test(text)) return { reason: { because: 'noNumber', text } };
  const constant = declaredValue(text);
  if (!constant && context.schema.constantsAreOpen) return { value: '', constant: text };
  if (!constant) {
    const offered = nearest(text, context.schema.constants.keys());
    const reason: NoSuch = { no: 'constant', name: text, of: '', nearest: offered };
    return { reason, details: replacement(words.span, offered) };
  }
  if (constant.value.kind === 'open') return { value: '', constant: text };
  if (constant.type.kind === 'money') {
    if (type.kind !== 'money') return { reason: { because: 'moneyConstant', name: text } };
    if (currency !== null && constant.type.currency !== currency)
      return { reason: { because: 'ofCurrency', name: text, type: describe(constant.type), currency } };
  }
  const value = constant.value.kind === 'literal' ? constant.value.value : null;
  if (
    typeof value === 'number' ||
    (typeof value === 'string' && ['integer', 'decimal', 'money'].includes(constant.type.kind))
  ) {
    return { value: String(value), constant: text };
  }
  return { reason: { because: 'noNumberConstant', name: text } };
}
