import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Constant } from '../../../model/constants.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { RATE_UNITS, SIZE_UNITS } from '../../../vocabulary/units.ts';
import type { Context } from '../../context.ts';

type Value = Pick<Constant, 'type' | 'value'>;

/** Reads `100`, `21 %`, `500 EUR`, `30 days`, `10 MB`, `600 per minute`, `"text"`, `true`, `["a"]`, `env NAME` (9). */
export function readValue(context: Context, name: string, cell: Cell): Value | null {
  const refuse = (): null => {
    context.report('N901', CONSTANTS_CODES.N901, { name, value: cell.text }, cell.span, { clause: `9.${name}` });
    return null;
  };
  const outside = /^(env|secret)\s+([A-Za-z_][A-Za-z0-9_]*)$/.exec(cell.text);
  if (outside?.[2] !== undefined) {
    const kind = outside[1] === 'env' ? 'env' : 'secret';
    return { type: { kind: 'text', nullable: false }, value: { kind, name: outside[2] } };
  }
  const size = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(cell.text);
  const bytes = size?.[2] === undefined ? undefined : SIZE_UNITS[size[2]];
  if (bytes !== undefined) return literal({ kind: 'size', nullable: false }, Math.round(Number(size?.[1]) * bytes));
  const rate = /^(\d+)\s+(?:[a-z]+\s+)?per\s+([a-z]+)$/.exec(cell.text);
  if (rate) {
    const seconds = RATE_UNITS[rate[2] ?? ''];
    return seconds === undefined
      ? refuse()
      : literal({ kind: 'rate', nullable: false }, { count: Number(rate[1]), seconds });
  }
  if (/^[A-Za-z]+$/.test(cell.text) && cell.text !== 'true' && cell.text !== 'false') return refuse();
  const expression = context.expression(cell, { variables: {}, bare: [], purpose: 'default' }, null);
  return expression && (ofExpression(context, name, cell, expression) ?? refuse());
}

function literal(type: Type, value: unknown): Value {
  const currency = type.kind === 'money' && type.currency !== null ? { currency: type.currency } : {};
  return { type, value: { kind: 'literal', value, ...currency } };
}

function ofExpression(context: Context, name: string, cell: Cell, expression: Expression): Value | null {
  switch (expression.kind) {
    case 'literal':
      return expression.value === null ? null : literal(expression.type, expression.value);
    case 'unary': {
      const operand = expression.operand;
      if (expression.operator !== '-' || operand.kind !== 'literal') return null;
      if (typeof operand.value === 'number') return literal(operand.type, -operand.value);
      return typeof operand.value === 'string' && operand.type.kind !== 'duration'
        ? literal(operand.type, `-${operand.value}`)
        : null;
    }
    case 'list': {
      const items = expression.items.map((item) => ofExpression(context, name, cell, item));
      const kinds = [...new Set(items.map((item) => item?.type.kind))];
      if (kinds.length > 1 && !kinds.includes(undefined)) {
        context.report('N905', CONSTANTS_CODES.N905, { name, mixed: kinds.join(', ') }, cell.span);
      }
      const values: unknown[] = [];
      for (const item of items) {
        if (item?.value.kind !== 'literal') return null;
        values.push(item.value.value);
      }
      return literal(expression.type, values);
    }
    default:
      return null;
  }
}
