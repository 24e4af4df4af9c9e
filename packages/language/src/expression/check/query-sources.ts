import { nearest } from '../../diagnostics/nearest.ts';
import { problem, type Range, replacement } from '../problem.ts';
import type { Syntax } from '../syntax.ts';
import type { Expression, QuerySource } from '../tree.ts';
import type { Type } from '../type.ts';
import { describe, UNKNOWN } from '../types.ts';
import { memberOf } from './names.ts';
import { requireValue } from './nulls.ts';
import { type Check, isUnknown, type Place, rangeOf } from './place.ts';

interface Path {
  readonly name: string;
  readonly nameRange: Range;
  readonly range: Range;
}

/** The list or entity that is read, and what is read of each of its records. */
export interface RecordSource {
  readonly source: QuerySource;
  readonly entity: string;
  readonly path: readonly Path[];
}

/** A list of values that are neither records nor lists themselves. */
export interface ValueSource {
  readonly list: Expression;
  readonly of: Type;
}

const PLAIN: ReadonlySet<Type['kind']> = new Set([
  'text',
  'boolean',
  'integer',
  'decimal',
  'money',
  'date',
  'time',
  'datetime',
  'duration',
  'working days',
  'enum',
  // An empty list is one of anything.
  'unknown',
]);

/** Reads `Claim`, `Claim.total`, `lines`, `lines.amount`, `this.lines.category.limit`: up to the list, and behind it. */
export function findSource(
  check: Check,
  place: Place,
  syntax: Syntax,
): RecordSource | ValueSource | { readonly open: Expression } | null {
  const steps: Path[] = [];
  let base = syntax;
  while (base.kind === 'member') {
    steps.unshift({ name: base.name, nameRange: base.nameRange, range: base.range });
    base = base.of;
  }
  if (base.kind === 'name' && check.schema.entities.has(base.name)) {
    return { source: { kind: 'entity', entity: base.name }, entity: base.name, path: steps };
  }
  if (base.kind === 'name' && check.schema.openEntities?.has(base.name)) {
    const source = { kind: 'entity', entity: base.name } as const;
    return {
      open: {
        kind: 'query',
        form: 'exists',
        source,
        variable: '$1',
        where: null,
        value: null,
        order: [],
        type: UNKNOWN,
        range: syntax.range,
      },
    };
  }
  if (base.kind === 'name' && /^[A-Z].*[a-z]/.test(base.name)) {
    const closest = nearest(base.name, check.schema.entities.keys());
    const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, base.range, closest) };
    check.problems.push(problem('N055', { name: base.name, nearest: closest }, base.range, fix));
    return null;
  }
  let expression = check.visit(base, place);
  for (let at = 0; ; at += 1) {
    if (isUnknown(expression)) return { open: expression };
    if (expression.type.kind === 'list' && expression.type.of.kind === 'record') {
      return listSource(check, place, expression, expression.type.of.entity, steps.slice(at));
    }
    const step = steps[at];
    if (step === undefined) {
      if (expression.type.kind !== 'list' || !PLAIN.has(expression.type.of.kind)) break;
      return { list: requireValue(check, place, expression), of: expression.type.of };
    }
    expression = memberOf(check, place, expression, step.name, step.nameRange, step.range);
  }
  check.problems.push(problem('N071', { found: describe(expression.type) }, syntax.range));
  return null;
}

function listSource(
  check: Check,
  place: Place,
  list: Expression,
  entity: string,
  path: readonly Path[],
): RecordSource | null {
  if (list.kind !== 'field' || list.of.type.kind !== 'record') {
    check.problems.push(problem('N071', { found: describe(list.type) }, rangeOf(list)));
    return null;
  }
  const of = requireValue(check, place, list.of);
  return { source: { kind: 'list', of, field: list.field, entity }, entity, path };
}
