import { nearest } from '../../diagnostics/nearest.ts';
import { problem, type Range, replacement } from '../problem.ts';
import type { QuerySyntax, Syntax } from '../syntax.ts';
import type { Expression, Query, QueryForm, QuerySource } from '../tree.ts';
import type { Type } from '../type.ts';
import { BOOLEAN, DECIMAL, describe, INTEGER, isOrdered, UNKNOWN, withNull } from '../types.ts';
import { demand } from './adapt.ts';
import { factsOf } from './facts.ts';
import { frameVariable, memberOf } from './names.ts';
import { requireValue } from './nulls.ts';
import { conditionPlace } from './operators.ts';
import { type Check, type Frame, isUnknown, type Place, rangeOf, unknown } from './place.ts';

const USAGE: Readonly<Record<QueryForm, string>> = {
  count: 'count(lines where …)',
  exists: 'exists(lines where …)',
  sum: 'sum(lines.amount where …)',
  min: 'min(lines.amount where …)',
  max: 'max(lines.amount where …)',
  avg: 'avg(lines.amount where …)',
  all: 'all(lines have …)',
  first: 'first(lines where … order date)',
};

const WITH_VALUE: ReadonlySet<QueryForm> = new Set(['sum', 'min', 'max', 'avg']);

interface Path {
  readonly name: string;
  readonly nameRange: Range;
  readonly range: Range;
}

/** The list or entity that is read, and what is read of each of its records. */
interface Source {
  readonly source: QuerySource;
  readonly entity: string;
  readonly path: readonly Path[];
}

export function checkQuery(check: Check, place: Place, syntax: QuerySyntax): Expression {
  const { form, range } = syntax;
  const found = findSource(check, place, syntax.source);
  if (found === null) return unknown(range);
  if ('open' in found) return found.open;
  checkForm(check, syntax, found);

  const frame: Frame = { variable: nameOf(check, place, syntax), entity: found.entity, named: syntax.as !== null };
  const inside: Place = { ...place, frames: [...place.frames, frame], guard: null, negated: false };
  const where = syntax.where === null ? null : condition(check, inside, syntax.where, false);
  const facts = where === null ? inside.facts : inside.facts.union(factsOf(where, true));
  const sourceEnd = syntax.as?.range[1] ?? syntax.source.range[1];
  const selected: Place = { ...inside, facts, guard: { kind: 'where', where: syntax.where?.range ?? null, sourceEnd } };

  let value: Expression | null = null;
  if (form === 'all')
    value =
      syntax.have === null ? null : condition(check, { ...inside, facts }, syntax.have, check.scope.purpose === 'rule');
  else if (WITH_VALUE.has(form)) value = valueOf(check, selected, syntax, found, frame);
  const order = syntax.order.map(({ by, descending }) => ({
    by: sortKey(check, { ...selected, guard: null }, by),
    descending,
  }));
  const made = {
    kind: 'query',
    form,
    source: found.source,
    variable: frame.variable,
    where,
    value,
    order,
    range,
  } as const;
  const type = typeOf(check, form, found, value);
  return type === null ? unknown(range) : ({ ...made, type } satisfies Query);
}

function condition(check: Check, place: Place, syntax: Syntax, holds: boolean): Expression {
  const at = conditionPlace(place, syntax, true, holds);
  return demand(check, at, check.visit(syntax, at), BOOLEAN);
}

/** `lines as l` is `l`; without a name a query is known by its depth. */
function nameOf(check: Check, place: Place, syntax: QuerySyntax): string {
  const generated = `$${place.frames.length + 1}`;
  if (syntax.as === null) return generated;
  const { name, range } = syntax.as;
  if (!Object.hasOwn(check.scope.variables, name) && !place.frames.some((frame) => frame.variable === name))
    return name;
  check.problems.push(problem('N078', { what: name }, range));
  return generated;
}

function checkForm(check: Check, syntax: QuerySyntax, found: Source): void {
  const { form } = syntax;
  const needsValue = WITH_VALUE.has(form);
  const hasValue = syntax.value !== null || found.path.length > 0;
  const wrong =
    needsValue !== hasValue ||
    (syntax.value !== null && found.path.length > 0) ||
    (form === 'all') !== (syntax.have !== null) ||
    (form !== 'first' && syntax.order.length > 0);
  if (wrong) check.problems.push(problem('N072', { form, usage: USAGE[form] }, syntax.range));
}

/** What `sum`, `min`, `max` and `avg` read of each record. */
function valueOf(check: Check, place: Place, syntax: QuerySyntax, found: Source, frame: Frame): Expression | null {
  let value: Expression;
  if (syntax.value !== null) value = check.visit(syntax.value, place);
  else if (found.path.length === 0) return null;
  else {
    value = frameVariable(frame, syntax.source.range);
    for (const step of found.path) {
      // A path's place in the text is that of its part behind the list, as the `where` would name it.
      const range: Range = [found.path[0]?.nameRange[0] ?? step.range[0], step.range[1]];
      value = memberOf(check, place, value, step.name, step.nameRange, range);
    }
  }
  return requireValue(check, place, value);
}

function typeOf(check: Check, form: QueryForm, found: Source, value: Expression | null): Type | null {
  if (form === 'count') return INTEGER;
  if (form === 'exists' || form === 'all') return BOOLEAN;
  if (form === 'first') return { kind: 'record', entity: found.entity, nullable: true };
  if (value === null) return null;
  if (isUnknown(value)) return UNKNOWN;
  const { type } = value;
  const computes = ['integer', 'decimal', 'money'].includes(type.kind);
  if (form === 'sum' && computes) return withNull(type, false);
  if (form === 'avg' && computes) return withNull(type.kind === 'money' ? type : DECIMAL, true);
  if ((form === 'min' || form === 'max') && isOrdered(type)) return withNull(type, true);
  const expected = form === 'sum' || form === 'avg' ? 'a number or money' : 'a value that has an order';
  check.problems.push(problem('N060', { expected, found: describe(type) }, rangeOf(value)));
  return null;
}

function sortKey(check: Check, place: Place, syntax: Syntax): Expression {
  const key = check.visit(syntax, place);
  if (!isUnknown(key) && !isOrdered(key.type)) {
    check.problems.push(problem('N087', { what: `Values like this (${describe(key.type)})` }, rangeOf(key)));
  }
  return key;
}

/** Reads `Claim`, `Claim.total`, `lines`, `lines.amount`, `this.lines.category.limit`: up to the list, and behind it. */
function findSource(check: Check, place: Place, syntax: Syntax): Source | { readonly open: Expression } | null {
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
    if (step === undefined) break;
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
): Source | null {
  if (list.kind !== 'field' || list.of.type.kind !== 'record') {
    check.problems.push(problem('N071', { found: describe(list.type) }, rangeOf(list)));
    return null;
  }
  const of = requireValue(check, place, list.of);
  return { source: { kind: 'list', of, field: list.field, entity }, entity, path };
}
