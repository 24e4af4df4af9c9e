import type { ConstantValue } from '../../expression/constant-value.ts';
import { PRODUCT_CONSTANTS } from '../../vocabulary/product-constants.ts';
import type { Constant } from '../../model/constants.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { durationWords } from '../duration-words.ts';
import { isSameData } from '../equal.ts';

/**
 * Point 9: constants that other clauses use, and settings of the product itself. Their consequences are reported at
 * the clauses concerned.
 */
export function constantDifferences({ former, now, names }: Comparison): Found[] {
  const found: Found[] = [];
  const kept = new Set(former.constants.map(({ name }) => names.constant(name)));
  for (const constant of former.constants) {
    const own = now.constants.find(({ name }) => name === names.constant(constant.name));
    if (own === undefined) {
      found.push({
        effect: 'behaviour',
        clause: null,
        former: constant.clause,
        text: `\`${constant.name}\` is gone; it was ${valueWords(constant.value)}${consequence(constant.name)}`,
      });
      continue;
    }
    if (own.name !== constant.name)
      found.push({
        effect: 'compatible',
        clause: own.clause,
        former: constant.clause,
        text: `\`${own.name}\` was \`${constant.name}\``,
      });
    if (!isSameData(constant.value, own.value))
      found.push({
        effect: effectOf(constant, own),
        clause: own.clause,
        former: constant.clause,
        text: `\`${own.name}\` is ${valueWords(own.value)}, formerly ${valueWords(constant.value)}${consequence(own.name)}`,
      });
  }
  for (const constant of now.constants)
    if (!kept.has(constant.name))
      found.push({
        effect: constant.name in PRODUCT_CONSTANTS ? 'behaviour' : 'compatible',
        clause: constant.clause,
        former: null,
        text: `\`${constant.name}\` is new: ${valueWords(constant.value)}${consequence(constant.name)}`,
      });
  return found;
}

/** The consequences of a setting for the product itself, besides the clauses that read it. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  TIME_ZONE: ': instants that are stored stay, and may fall on another day',
  PERSONAL_TIME_ZONE: ': what people have chosen is kept, and holds where it is allowed',
  PERSONAL_REGION: ': what people have chosen is kept, and holds where it is allowed',
  CURRENCY: ': amounts that are stored are not converted',
  SESSION_LENGTH: ': sessions last so long from the next sign-in',
  LOCALE: ': dates, numbers and standard messages read otherwise',
};

function consequence(name: string): string {
  return CONSEQUENCES[name] ?? '';
}

/** Money has no meaning in another currency. */
function effectOf(former: Constant, now: Constant): Found['effect'] {
  return former.name === 'CURRENCY' && now.name === 'CURRENCY' ? 'lost' : 'behaviour';
}

function valueWords(value: ConstantValue): string {
  if (value.kind === 'open') return '`not shown`';
  if (value.kind !== 'literal') return `\`${value.kind} ${value.name}\``;
  const { value: is, currency } = value;
  if (typeof is === 'string' && /^-?P[-0-9T]/.test(is)) return `\`${durationWords(is)}\``;
  return `\`${typeof is === 'string' ? is : JSON.stringify(is)}${currency === undefined ? '' : ` ${currency}`}\``;
}
