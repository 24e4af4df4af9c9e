import { hasValue } from '../../model/field-kinds.ts';
import type { Expression, FieldAccess, FunctionCall, Query, Variable } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import type { Bound, Field } from '../../model/entities.ts';
import {
  and,
  difference,
  FALSE,
  type Formula,
  not,
  NULL,
  or,
  type Tag,
  tagged,
  type Term,
  THERE,
  UNIT,
} from './formula.ts';
import { unitsOf } from './linear.ts';
import { decimal } from '../../expression/decimal.ts';
import { keyFor, type Reading, type Seen, seeTerm, type TermKind } from './reading.ts';
import { replaceVariable } from './replace.ts';

/** The values that a term can have, without null. */
function tagsOf(type: Type): readonly Tag[] {
  if (type.kind === 'boolean') return ['false', 'true'];
  return type.kind === 'enum' ? type.values : [THERE];
}

/** The distance of neighbouring values of a stored field; null if it is not known. */
function stepOf(reading: Reading, type: Type): bigint | null {
  switch (type.kind) {
    case 'integer':
    case 'date':
    case 'size':
    case 'datetime':
    case 'time':
      return UNIT;
    case 'decimal':
      return type.scale === null ? null : placesStep(type.scale);
    case 'money': {
      const digits = reading.knowledge.digits(type.currency);
      return digits === null ? null : placesStep(digits);
    }
    case 'boolean':
    case 'duration':
    case 'enum':
    case 'file':
    case 'given':
    case 'json':
    case 'list':
    case 'null':
    case 'object':
    case 'rate':
    case 'record':
    case 'recurrence':
    case 'text':
    case 'unknown':
    case 'working days':
      return null;
  }
}

function placesStep(places: number): bigint {
  return places > 12 ? 1n : UNIT / 10n ** BigInt(places);
}

/** `this`, `user`, `old`, or the record that a query is at. */
export function variableTerm(reading: Reading, variable: Variable): Seen {
  return seeTerm(reading, keyFor(variable), () => {
    const tags = tagsOf(variable.type);
    const mayBeNull = reading.nullableVariables.has(variable.name);
    return { expression: variable, kind: 'given', tags: mayBeNull ? [...tags, NULL] : tags, step: null };
  });
}

/** A field of a record, with what its rules say; null runs along a path. */
export function fieldTerm(reading: Reading, access: FieldAccess): Seen {
  const key = keyFor(access);
  const known = reading.terms.get(key);
  if (known !== undefined) return known;
  const { of, field: name, type } = access;
  const field = of.type.kind === 'record' ? reading.knowledge.field(of.type.entity, name) : undefined;
  const isOptional = field === undefined ? type.nullable || of.type.kind === 'object' : mayBeEmpty(field);
  const owner = reading.isNull(of);
  const mayBeNull = isOptional || owner !== FALSE;
  const kind: TermKind = field === undefined ? 'given' : field.computed === null ? 'stored' : 'worked out';
  const tags = mayBeNull ? [...tagsOf(type), NULL] : tagsOf(type);
  return seeTerm(
    reading,
    key,
    () => ({ expression: access, kind, tags, step: stepOf(reading, type) }),
    (term) => [
      // If the record is null, so is its field; a required field is null only then.
      or(not(owner), tagged(term, [NULL])),
      ...(isOptional ? [] : [or(owner, not(tagged(term, [NULL])))]),
      ...(field ? fieldFacts(reading, term, access, field) : []),
    ],
  );
}

function mayBeEmpty(field: Field): boolean {
  return !field.required || field.when !== null;
}

function fieldFacts(reading: Reading, term: Seen, access: FieldAccess, field: Field): Formula[] {
  const facts: Formula[] = [];
  const isMissing = tagged(term, [NULL]);
  if (hasValue(field.type, 'number')) {
    facts.push(or(isMissing, within(term, field.minimum, field.maximum)));
  }
  // 3: `when` states the condition under which a field is asked for; otherwise it is empty.
  if (field.when !== null && access.of.kind === 'variable') {
    const asked = reading.truth(replaceVariable(field.when, 'this', access.of));
    facts.push(or(isMissing, asked));
    if (field.required) facts.push(or(not(asked), not(isMissing)));
  }
  return facts;
}

function within(term: Term, minimum: Bound | null, maximum: Bound | null): Formula {
  const least = minimum && unitsOf(decimal(minimum.value));
  const greatest = maximum && unitsOf(decimal(maximum.value));
  return and(
    ...(least === null ? [] : [difference(null, term, -least, false)]),
    ...(greatest === null ? [] : [difference(term, null, greatest, false)]),
  );
}

/** A text of the document. */
export function textTerm(reading: Reading, text: string): Seen {
  return seeTerm(reading, `text ${text}`, () => ({ expression: null, kind: 'text', tags: [THERE], step: null }));
}

/** The formula of a condition that the analysis does not follow. */
export function openCondition(reading: Reading, condition: Expression): Formula {
  const kind = condition.kind === 'role' && reading.knowledge.isAssigned(condition.role) ? 'given' : 'worked out';
  const term = seeTerm(
    reading,
    `is ${keyFor(condition)}`,
    () => ({ expression: condition, kind, tags: ['false', 'true'], step: null }),
    (seen) => (condition.kind === 'role' ? [or(tagged(seen, ['false']), not(reading.isNull(condition.of)))] : []),
  );
  return tagged(term, ['true']);
}

/** A value that is not followed further: equal expressions are equal values, and a few things are known of some. */
export function openValue(reading: Reading, value: Expression): Seen {
  const isGiven = value.kind === 'call' && (value.name === 'today' || value.name === 'now');
  return seeTerm(
    reading,
    keyFor(value),
    () => ({
      expression: value,
      kind: isGiven ? 'given' : 'worked out',
      tags: value.type.nullable ? [...tagsOf(value.type), NULL] : tagsOf(value.type),
      step: value.type.kind === 'integer' || value.type.kind === 'date' || isGiven ? UNIT : stepOfQuery(reading, value),
    }),
    (term) => {
      if (value.kind === 'call') return callFacts(reading, term, value);
      if (value.kind === 'list query') return value.form === 'count' ? [between(term, 0, null)] : [];
      return value.kind === 'query' ? queryFacts(reading, term, value) : [];
    },
  );
}

/** The step between values of a query: a sum of stored values has the step of the values themselves. */
function stepOfQuery(reading: Reading, query: Expression): bigint | null {
  if (query.kind !== 'query' || !['sum', 'min', 'max'].includes(query.form) || !query.value) return null;
  return storedField(reading, query.value)?.computed === null ? stepOf(reading, query.value.type) : null;
}

function between(term: Term, least: number, greatest: number | null): Formula {
  const upper = greatest === null ? [] : [difference(term, null, BigInt(greatest) * UNIT, false)];
  return and(difference(null, term, -BigInt(least) * UNIT, false), ...upper);
}

/** The least and the greatest results of functions. */
const RANGES: Readonly<Record<string, readonly [least: number, greatest: number | null]>> = {
  month_number: [1, 12],
  day_number: [1, 31],
  weekday_number: [1, 7],
  hour: [0, 23],
  minute: [0, 59],
  indexOf: [-1, null],
  lastIndexOf: [-1, null],
  sign: [-1, 1],
};

function callFacts(reading: Reading, term: Seen, call: FunctionCall): Formula[] {
  const [first] = call.arguments;
  const range = RANGES[call.name];
  if (range !== undefined) return [between(term, ...range)];
  if (call.name === 'abs') return [difference(null, term, 0n, false)];
  if (call.name !== 'size' || first === undefined) return [];
  // A text that is there is not empty.
  const own = storedField(reading, first);
  const isText = first.type.kind === 'text';
  return [between(term, isText ? 1 : 0, null), ...(own ? [within(term, own.minimum, own.maximum)] : [])];
}

function queryFacts(reading: Reading, term: Seen, query: Query): Formula[] {
  const { form, source, where, value } = query;
  if (form === 'count') {
    // The list of a missing record is empty.
    const owner = source.kind === 'list' && reading.isNull(source.of) === FALSE ? source.of.type : null;
    const field =
      owner?.kind === 'record' && source.kind === 'list'
        ? reading.knowledge.field(owner.entity, source.field)
        : undefined;
    const bounds =
      field?.type.kind === 'children' && within(term, where === null ? field.minimum : null, field.maximum);
    return [between(term, 0, null), ...(bounds ? [bounds] : [])];
  }
  const least = form === 'sum' && value ? storedField(reading, value)?.minimum : null;
  return least && decimal(least.value).gte(0) ? [difference(null, term, 0n, false)] : [];
}

function storedField(reading: Reading, value: Expression): Field | undefined {
  if (value.kind !== 'field' || value.of.type.kind !== 'record') return undefined;
  return reading.knowledge.field(value.of.type.entity, value.field);
}
