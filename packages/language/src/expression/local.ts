import type { Expression } from './tree.ts';
import { children } from './walk.ts';

/** The values that a browser knows besides those of the form. */
export interface Known {
  readonly field: (entity: string, field: string) => boolean;
  readonly constant?: (name: string) => boolean;
  /** The records that `this` leads to by references are at hand too. */
  readonly references?: true;
}

/**
 * Whether an expression can be evaluated on a form's own values: it has no query of an entity, no path through a
 * reference and no role, and every field and constant in it is known. `known` may also be the test for fields alone.
 */
export function isLocal(expression: Expression, known: Known | Known['field']): boolean {
  const tests: Known = typeof known === 'function' ? { field: known } : known;
  return isLocalPart(expression, tests);
}

function isLocalPart(expression: Expression, known: Known): boolean {
  // Only the server refuses a gap.
  if (expression.type.kind === 'unknown') return false;
  switch (expression.kind) {
    case 'role':
    // The server alone has the function.
    case 'given call':
      return false;
    case 'variable':
      return expression.name !== 'old' && expression.name !== 'response' && expression.name !== 'path';
    case 'constant':
      return known.constant?.(expression.name) ?? true;
    case 'field': {
      const { of, field } = expression;
      if (field === 'id') return isLocalPart(of, known);
      const isStep = of.kind === 'field' && known.references === true;
      if (!isStep && (of.kind !== 'variable' || of.name === 'user')) return false;
      if (of.type.kind === 'record' && !known.field(of.type.entity, field)) return false;
      return isLocalPart(of, known);
    }
    case 'query': {
      const { source } = expression;
      if (source.kind === 'entity' || source.of.kind !== 'variable' || source.of.type.kind !== 'record') return false;
      if (!known.field(source.of.type.entity, source.field)) return false;
      break;
    }
    case 'binary':
    case 'call':
    case 'conditional':
    case 'list':
    case 'list query':
    case 'literal':
    case 'unary':
      break;
  }
  return children(expression).every((child) => isLocalPart(child, known));
}
