import { literalOf } from './names.ts';
import { columnIn, contentOf, literalIn, nameIn, nodesOf, type SqlNode } from './sql-node.ts';

/** How a condition names a column: its field, and whether that may be null. Null: there is no such field. */
export type FieldOfColumn = (column: string) => { readonly name: string; readonly isOptional: boolean } | null;

const OPERATORS: Readonly<Record<string, string>> = {
  '=': '==',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '+': '+',
  '-': '-',
  '*': '*',
};
const FUNCTIONS: Readonly<Record<string, string>> = {
  char_length: 'size',
  character_length: 'size',
  length: 'size',
  lower: 'lower',
  upper: 'upper',
  btrim: 'trim',
};

/** The conditions that a check consists of, which all have to hold. */
export function partsOf(node: SqlNode): readonly SqlNode[] {
  const all = contentOf(node, 'BoolExpr');
  return all?.['boolop'] === 'AND_EXPR' ? nodesOf(all['args']).flatMap(partsOf) : [node];
}

/**
 * A condition of SQL as an expression of the language; null where it has none. SQL's check holds where a value that it
 * compares is null: so does the expression.
 */
export function conditionOf(node: SqlNode, fieldOf: FieldOfColumn): string | null {
  const optional = new Set<string>();
  const text = expressionOf(node, (column) => {
    const field = fieldOf(column);
    if (field?.isOptional === true) optional.add(field.name);
    return field;
  });
  if (text === null) return null;
  const compared = [...optional].filter(
    (name) => !text.includes(`${name} == null`) && !text.includes(`${name} != null`),
  );
  // SQL refuses such a condition by a part that does not hold, also where another part is null.
  if (compared.length > 0 && / and /.test(text)) return null;
  if (compared.length === 0) return text;
  return `${compared.map((name) => `${name} == null`).join(' or ')} or ${/ or /.test(text) ? `(${text})` : text}`;
}

function expressionOf(node: SqlNode, fieldOf: FieldOfColumn): string | null {
  const column = columnIn(node);
  if (column !== null) return fieldOf(column)?.name ?? null;
  const literal = literalIn(node);
  if (literal !== null) return typeof literal === 'string' ? literalOf(literal) : String(literal);
  const joined = contentOf(node, 'BoolExpr');
  if (joined !== null) return joinedOf(joined, fieldOf);
  const isNull = contentOf(node, 'NullTest');
  if (isNull !== null) {
    const field = columnIn(isNull['arg']);
    const name = field === null ? null : (fieldOf(field)?.name ?? null);
    return name === null ? null : `${name} ${isNull['nulltesttype'] === 'IS_NULL' ? '==' : '!='} null`;
  }
  const call = contentOf(node, 'FuncCall');
  if (call !== null) {
    const name = FUNCTIONS[nameIn(call['funcname'])];
    const [argument, ...others] = nodesOf(call['args']);
    const inside = argument === undefined || others.length > 0 ? null : expressionOf(argument, fieldOf);
    return name === undefined || inside === null ? null : `${name}(${inside})`;
  }
  const operation = contentOf(node, 'A_Expr');
  return operation === null ? null : operationOf(operation, fieldOf);
}

function joinedOf(joined: SqlNode, fieldOf: FieldOfColumn): string | null {
  const parts = nodesOf(joined['args']).map((part) => expressionOf(part, fieldOf));
  if (parts.includes(null)) return null;
  if (joined['boolop'] === 'NOT_EXPR') return `not (${parts[0] ?? ''})`;
  const word = joined['boolop'] === 'AND_EXPR' ? ' and ' : ' or ';
  return parts.map((part) => (/ (?:and|or) /.test(part ?? '') ? `(${part})` : part)).join(word);
}

function operationOf(operation: SqlNode, fieldOf: FieldOfColumn): string | null {
  const { kind, lexpr, rexpr } = operation;
  const left = operandOf(lexpr, fieldOf);
  if (left === null) return null;
  if (kind === 'AEXPR_BETWEEN') {
    const [from, to] = nodesOf(contentOf(rexpr, 'List')?.['items']).map((bound) => operandOf(bound, fieldOf));
    return from === null || to === null ? null : `${left} >= ${from} and ${left} <= ${to}`;
  }
  const operator = OPERATORS[nameIn(operation['name'])];
  const right = operandOf(rexpr, fieldOf);
  return kind !== 'AEXPR_OP' || operator === undefined || right === null ? null : `${left} ${operator} ${right}`;
}

function operandOf(node: unknown, fieldOf: FieldOfColumn): string | null {
  const inside = nodesOf([node])[0];
  const text = inside === undefined ? null : expressionOf(inside, fieldOf);
  return text !== null && (contentOf(node, 'A_Expr') ?? contentOf(node, 'NullTest')) !== null ? `(${text})` : text;
}

/** The texts that a check admits of one column: `status IN ('open', 'done')`, `status = ANY (ARRAY[…])`. */
export function choicesIn(node: SqlNode): { readonly column: string; readonly values: readonly string[] } | null {
  const operation = contentOf(node, 'A_Expr');
  if (operation === null || nameIn(operation['name']) !== '=') return null;
  const column = columnIn(operation['lexpr']);
  const items =
    operation['kind'] === 'AEXPR_IN'
      ? nodesOf(contentOf(operation['rexpr'], 'List')?.['items'])
      : operation['kind'] === 'AEXPR_OP_ANY'
        ? nodesOf(contentOf(withoutCasts(operation['rexpr']), 'A_ArrayExpr')?.['elements'])
        : [];
  const values = items.map(literalIn);
  const texts = values.filter((value) => typeof value === 'string');
  return column === null || texts.length === 0 || texts.length < values.length ? null : { column, values: texts };
}

function withoutCasts(node: unknown): unknown {
  const cast = contentOf(node, 'TypeCast');
  return cast === null ? node : withoutCasts(cast['arg']);
}
