import { decimal } from './decimal.ts';
import { endOf } from './end-of.ts';
import { type ExpressionProblem, problem, type Range, replacement } from './problem.ts';

const DIGITS = /[0-9]+/y;
const HEXADECIMAL = /0[xX][0-9a-fA-F]+/y;
const EXPONENT = /[eE][+-]?[0-9]+(?![\p{L}\p{N}_])/uy;
const SEPARATED = /(?:[_'][0-9]+)+(?:\.[0-9]+)?/y;

/** A number as it is written: where it ends, its digits (a whole number's, or with a point), and what is wrong with it. */
export interface WrittenNumber {
  readonly end: number;
  readonly digits: string;
  readonly problem: ExpressionProblem | null;
}

/** Reads the number that begins at a place: `12`, `0x1f`, `2.50`, `.5`, `2.5e3`. Its value is exact. */
export function readNumber(text: string, from: number): WrittenNumber {
  const hexadecimal = endOf(text, from, HEXADECIMAL);
  if (hexadecimal > from) {
    const digits = BigInt(text.slice(from, hexadecimal).toLowerCase()).toString();
    return { end: hexadecimal, digits, problem: null };
  }
  const whole = endOf(text, from, DIGITS);
  const places = text[whole] === '.' ? endOf(text, whole + 1, DIGITS) : whole;
  const end = places > whole + 1 ? places : whole;
  const separated = end === whole ? endOf(text, end, SEPARATED) : end;
  if (separated > end) return withoutSeparators(text.slice(from, separated), [from, separated]);
  const last = endOf(text, end, EXPONENT);
  const written = text.slice(from, last);
  if (/\d{4}/.test(text.slice(end, last))) {
    const reason = 'exponent';
    return { end: last, digits: '0.0', problem: problem('N070', { text: written, reason }, [from, last]) };
  }
  const digits = written.startsWith('.') ? `0${written}` : written;
  return { end: last, digits: last > end ? withPoint(digits) : digits, problem: null };
}

function withoutSeparators(written: string, range: Range): WrittenNumber {
  const digits = written.replaceAll(/[_']/g, '');
  const fix = replacement(`Write ${digits}`, range, digits);
  const reason = 'separated';
  return { end: range[1], digits, problem: problem('N070', { text: written, reason }, range, { fix }) };
}

/** `2.5e3` as a decimal. */
function withPoint(number: string): string {
  const digits = decimal(number).toFixed();
  return digits.includes('.') ? digits : `${digits}.0`;
}
