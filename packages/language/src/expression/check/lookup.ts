import { isProblem, problem, type Range } from '../problem.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { withNull } from '../types.ts';
import { type Check, type Frame, type Place, recordFrames, unknown } from './place.ts';

/** A variable, a field of the record in reach, or a constant of this name; null if there is none. */
export function findName(check: Check, place: Place, name: string, range: Range): Expression | null {
  const frame = place.frames.findLast((candidate) => candidate.named && candidate.variable === name);
  if (frame !== undefined) return frameVariable(frame, range);
  const { variables, bare } = check.scope;
  const type = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const inner = recordFrames(place).at(-1);
  if (type !== undefined) {
    // Only a term's parameters are named by the document, so that only they may also be fields of the queried record.
    const isParameter = check.scope.purpose === 'term' && name !== 'user';
    if (isParameter && inner !== undefined && check.schema.entities.get(inner.entity)?.fields.has(name) === true) {
      const { entity } = inner;
      const isKnown = check.problems.some(
        (one) => isProblem(one, 'N088') && one.details.name === name && one.details.entity === entity,
      );
      if (!isKnown) check.problems.push(problem('N088', { name, entity }, range));
      return unknown(range);
    }
    // `new` only says that the present record is meant.
    return { kind: 'variable', name: name === 'new' ? 'this' : name, type, range };
  }
  if (inner !== undefined) {
    const field = check.schema.entities.get(inner.entity)?.fields.get(name);
    if (field !== undefined) return { kind: 'field', of: frameVariable(inner, range), field: name, type: field, range };
  } else {
    for (const variable of bare) {
      const of = variables[variable];
      const property = of === undefined ? undefined : propertiesOf(check, of).get(name);
      if (of === undefined || property === undefined) continue;
      const nullable = of.nullable || property.nullable;
      return {
        kind: 'field',
        of: { kind: 'variable', name: variable, type: of, range },
        field: name,
        type: withNull(property, nullable),
        range,
      };
    }
  }
  const constant = check.schema.constants.get(name);
  return constant === undefined ? null : { kind: 'constant', name, type: constant, range };
}

/** The record or value that a query reads, as its `where` knows it. */
export function frameVariable(frame: Frame, range: Range): Expression {
  return { kind: 'variable', name: frame.variable, type: frame.type, range };
}

/** The names that are allowed after a dot behind a value of this type. */
export function propertiesOf(check: Check, of: Type): ReadonlyMap<string, Type> {
  if (of.kind === 'record') return check.schema.entities.get(of.entity)?.fields ?? new Map();
  return of.kind === 'object' ? new Map(Object.entries(of.properties)) : new Map();
}
