import { isListForm } from '../../vocabulary/query-forms.ts';
import { problem, type Range } from '../problem.ts';
import type { QuerySyntax, Syntax } from '../syntax.ts';
import type { Expression, ListQuery, Query, QueryForm } from '../tree.ts';
import type { Type } from '../type.ts';
import { BOOLEAN, DECIMAL, describe, INTEGER, isOrdered, UNKNOWN, withNull } from '../types.ts';
import { demand } from './adapt.ts';
import { factsOf } from './facts.ts';
import { frameVariable } from './lookup.ts';
import { memberOf } from './names.ts';
import { requireValue } from './nulls.ts';
import { conditionPlace } from './operators.ts';
import { findSource, type RecordSource, type ValueSource } from './query-sources.ts';
import { type Check, type Frame, isUnknown, type Place, rangeOf, unknown } from './place.ts';

const WITH_VALUE: ReadonlySet<QueryForm> = new Set(['sum', 'min', 'max', 'avg']);

export function checkQuery(check: Check, around: Place, syntax: QuerySyntax): Expression {
  const { form, range } = syntax;
  const place = { ...around, nullRuns: false };
  const found = findSource(check, place, syntax.source);
  if (found === null) return unknown(range);
  if ('open' in found) return found.open;
  if ('list' in found) return checkListQuery(check, place, syntax, found);
  checkForm(check, syntax, found);

  const record: Type = { kind: 'record', entity: found.entity, nullable: false };
  const frame: Frame = { variable: nameOf(check, place, syntax), type: record, named: syntax.as !== null };
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

/** A query of a list's values, which have no fields: bare names mean what they mean around it. */
function checkListQuery(check: Check, place: Place, syntax: QuerySyntax, { list, of }: ValueSource): Expression {
  const { form, where, have, range } = syntax;
  const isNamed = syntax.as !== null || (where === null && have === null);
  const hasOthers = syntax.value !== null || syntax.order.length > 0;
  if (!isListForm(form) || !isNamed || (form === 'all') !== (have !== null) || hasOthers) {
    check.problems.push(problem('N072', { form, of: isListForm(form) ? 'list' : 'records' }, range));
    return unknown(range);
  }
  const frame: Frame = { variable: nameOf(check, place, syntax), type: of, named: syntax.as !== null };
  const inside: Place = { ...place, frames: [...place.frames, frame], guard: null, negated: false };
  const selected = where === null ? null : condition(check, inside, where, false);
  const facts = selected === null ? inside.facts : inside.facts.union(factsOf(selected, true));
  const holds = check.scope.purpose === 'rule';
  const value = have === null ? null : condition(check, { ...inside, facts }, have, holds);
  const type = form === 'count' ? INTEGER : BOOLEAN;
  const variable = frame.variable;
  return { kind: 'list query', form, list, variable, where: selected, value, type, range } satisfies ListQuery;
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

function checkForm(check: Check, syntax: QuerySyntax, found: RecordSource): void {
  const { form } = syntax;
  const needsValue = WITH_VALUE.has(form);
  const hasValue = syntax.value !== null || found.path.length > 0;
  const wrong =
    needsValue !== hasValue ||
    (syntax.value !== null && found.path.length > 0) ||
    (form === 'all') !== (syntax.have !== null) ||
    (form !== 'first' && syntax.order.length > 0);
  if (wrong) check.problems.push(problem('N072', { form, of: 'records' }, syntax.range));
}

/** The value that `sum`, `min`, `max` and `avg` read of each record. */
function valueOf(
  check: Check,
  place: Place,
  syntax: QuerySyntax,
  found: RecordSource,
  frame: Frame,
): Expression | null {
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

function typeOf(check: Check, form: QueryForm, found: RecordSource, value: Expression | null): Type | null {
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
  const expected = { oneOf: form === 'sum' || form === 'avg' ? 'numberOrMoney' : 'ordered' } as const;
  check.problems.push(problem('N060', { expected, found: describe(type) }, rangeOf(value)));
  return null;
}

function sortKey(check: Check, place: Place, syntax: Syntax): Expression {
  const key = check.visit(syntax, place);
  if (!isUnknown(key) && !isOrdered(key.type)) {
    check.problems.push(problem('N087', { of: describe(key.type), isSorted: true }, rangeOf(key)));
  }
  return key;
}
