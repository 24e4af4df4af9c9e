import { nearest } from '../../diagnostics/nearest.ts';
import { FUNCTIONS } from '../../vocabulary/functions.ts';
import { isProblem, problem, type Range, replacement } from '../problem.ts';
import type { MemberSyntax, NameSyntax, TextSyntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { describe, UNKNOWN, withNull } from '../types.ts';
import { meantMember, meantName } from './habits.ts';
import { narrow, requireValue } from './nulls.ts';
import {
  type Check,
  type Frame,
  isUnknown,
  nullRuns,
  type Place,
  rangeOf,
  recordFrames,
  source,
  unknown,
} from './place.ts';

/** The entities that have a field of this name. */
function entitiesWith({ schema }: Check, field: string): string[] {
  return [...schema.entities].flatMap(([entity, { fields }]) => (fields.has(field) ? [entity] : []));
}

/** A name without a dot: a variable, a field of the record in reach, or a constant. */
export function checkName(check: Check, place: Place, syntax: NameSyntax): Expression {
  const { name, range } = syntax;
  const found = findName(check, place, name, range);
  if (found !== null) return narrow(place, found);
  if (check.schema.entities.has(name)) {
    check.problems.push(problem('N085', { name }, range));
    return unknown(range);
  }
  if (check.schema.openEntities?.has(name)) return unknown(range);
  if (check.schema.constantsAreOpen && /^[A-Z][A-Z0-9_]*$/.test(name)) {
    return { kind: 'constant', name, type: UNKNOWN, range };
  }
  if (place.frames.length > 0 ? reportOuter(check, place, name, range) : reportThis(check, name, range))
    return unknown(range);
  const condition = choiceAsCondition(check, place, name, range);
  if (condition !== null) {
    const fix = replacement(`Write ${condition}`, range, condition);
    check.problems.push(problem('N055', { name, nearest: null, condition }, range, { fix }));
    return unknown(range);
  }
  if (isChoice(check, name)) {
    const fix = replacement(`Write "${name}"`, range, `"${name}"`);
    check.problems.push(problem('N055', { name, nearest: null, isChoice: true }, range, { fix }));
    return unknown(range);
  }
  const asking = eventAsking(check, name);
  if (asking !== null) {
    check.problems.push(problem('N055', { name, nearest: null, asking }, range));
    return unknown(range);
  }
  const lacks = place.frames.length === 0 ? lackedHere(check, name) : null;
  if (lacks !== null) {
    check.problems.push(problem('N055', { name, nearest: null, lacks }, range));
    return unknown(range);
  }
  const of = check.scope.mayBeOfRecords === true && place.frames.length === 0 ? entitiesWith(check, name) : [];
  if (of.length > 0) {
    check.problems.push(problem('N055', { name, nearest: null, of }, range));
    return unknown(range);
  }
  const closest = Object.hasOwn(FUNCTIONS, name)
    ? `${name}()`
    : (meantName(check, name) ?? byIdName(check, place, name) ?? nearest(name, candidates(check, place)));
  // A default has no record, so neither fields nor entities are suggested.
  const isDefault = check.scope.purpose === 'default' && place.frames.length === 0;
  if (isDefault && (closest === null || check.schema.entities.has(closest))) {
    check.problems.push(problem('N055', { name, nearest: null, isDefault: true }, range));
    return unknown(range);
  }
  const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, range, closest) };
  check.problems.push(problem('N055', { name, nearest: closest }, range, fix));
  return unknown(range);
}

function findName(check: Check, place: Place, name: string, range: Range): Expression | null {
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

/** A name that only a record outside the query has (N056). */
function reportOuter(check: Check, place: Place, name: string, range: Range): boolean {
  const inner = recordFrames(place).at(-1);
  if (inner === undefined) return false;
  const has = (entity: string): boolean => check.schema.entities.get(entity)?.fields.has(name) ?? false;
  const outer = recordFrames(place)
    .slice(0, -1)
    .findLast((frame) => has(frame.entity));
  const variable = check.scope.bare.find((candidate) => {
    const of = check.scope.variables[candidate];
    return of !== undefined && propertiesOf(check, of).has(name);
  });
  const owner = outer === undefined ? variable : outer.named ? outer.variable : 'x';
  if (owner === undefined) return false;
  const written = `${owner}.${name}`;
  // A query without a name has to be given one first, so no fix is certain.
  const fix = outer === undefined || outer.named ? { fix: replacement(`Write ${written}`, range, written) } : {};
  const unnamed = outer === undefined || outer.named ? {} : { isUnnamed: true as const };
  check.problems.push(problem('N056', { name, entity: inner.entity, written, ...unnamed }, range, fix));
  return true;
}

/** A field of the clause's own record where bare names are another's, as in an `among` (N056). */
function reportThis(check: Check, name: string, range: Range): boolean {
  const { variables, bare } = check.scope;
  const [own, other] = [variables['this'], variables[bare[0] ?? 'this']];
  if (own === undefined || other?.kind !== 'record' || bare.includes('this')) return false;
  if (!propertiesOf(check, own).has(name)) return false;
  const written = `this.${name}`;
  const fix = { fix: replacement(`Write ${written}`, range, written) };
  check.problems.push(problem('N056', { name, entity: other.entity, written }, range, fix));
  return true;
}

/** The entity of a message of several entities that has a field which this one lacks. */
function lackedHere({ scope, schema }: Check, name: string): { readonly entity: string; readonly has: string } | null {
  const own = Object.hasOwn(scope.variables, 'this') ? scope.variables['this'] : undefined;
  const has = scope.saidOf?.find((entity) => schema.entities.get(entity)?.fields.has(name));
  return own?.kind === 'record' && has !== undefined ? { entity: own.entity, has } : null;
}

/** The event of the clause's own record that asks for a value of this name and does not store it; null if none does. */
function eventAsking({ scope, schema }: Check, name: string): string | null {
  const own = Object.hasOwn(scope.variables, 'this') ? scope.variables['this'] : undefined;
  return own?.kind === 'record' ? (schema.entities.get(own.entity)?.inputs?.get(name) ?? null) : null;
}

/** Whether a field of any entity has a choice or state of this name. */
function isChoice(check: Check, name: string): boolean {
  const types = [...check.schema.entities.values()].flatMap(({ fields }) => [...fields.values()]);
  return types.some((type) => type.kind === 'enum' && type.values.includes(name));
}

/**
 * A choice in the place of a condition becomes a comparison with the only field in scope that has this choice;
 * otherwise null.
 */
function choiceAsCondition(check: Check, place: Place, name: string, range: Range): string | null {
  const { guard } = place;
  if (guard?.kind !== 'condition' || guard.range[0] !== range[0] || guard.range[1] !== range[1]) return null;
  const inner = recordFrames(place).at(-1);
  const [variable = ''] = check.scope.bare;
  const of =
    inner?.type ?? (Object.hasOwn(check.scope.variables, variable) ? check.scope.variables[variable] : undefined);
  if (of === undefined) return null;
  const fields = [...propertiesOf(check, of)].filter(([, type]) => type.kind === 'enum' && type.values.includes(name));
  return fields.length === 1 ? `${fields[0]?.[0]} == "${name}"` : null;
}

/** Reports a text with a name of this place in braces: only templates (titles, messages, bodies) are filled in. */
export function reportPlaceholder(check: Check, place: Place, { value, range }: TextSyntax): void {
  const placeholder = /\$?\{\{?\s*([a-z]\w*)[\w.]*\s*\}\}?/g;
  const names = [...value.matchAll(placeholder)];
  if (!names.some(([, name = '']) => findName(check, place, name, range) !== null)) return;
  const parts = value.split(/(\$?\{\{?\s*[\w.]+\s*\}\}?)/).filter((text) => text !== '');
  const meant = parts
    .map((text) => /^\$?\{\{?\s*([\w.]+)\s*\}\}?$/.exec(text)?.[1] ?? JSON.stringify(text))
    .join(' + ');
  const fix = { title: `Write ${meant}`, isOffer: true as const, edits: [{ range, text: meant }] };
  check.problems.push(problem('N049', { meant }, range, { fix }));
}

/**
 * The field that a key of a table means in a path: `member.user_id` is the only field of Member that refers to a User.
 */
function byKey(name: string, properties: ReadonlyMap<string, Type>): string | null {
  const base = /^(\w+)_id$/.exec(name)?.[1];
  if (base === undefined) return null;
  if (properties.get(base)?.kind === 'record') return base;
  const wanted = base.replaceAll('_', '');
  const own = [...properties].filter(
    ([field, type]) =>
      type.kind === 'record' && type.entity.toLowerCase() === wanted && !/^(?:created|updated)_by$/.test(field),
  );
  return own.length === 1 ? (own[0]?.[0] ?? null) : null;
}

/**
 * The field that a key column of a database means: `borrower_id` means `borrower`; if the document states
 * `borrower_id`, `borrower` means that.
 */
function byIdName(check: Check, place: Place, name: string): string | null {
  const inner = recordFrames(place).at(-1);
  const entities = [
    ...(inner === undefined ? [] : [inner.type]),
    ...(inner === undefined ? check.scope.bare : []).flatMap((variable) => check.scope.variables[variable] ?? []),
  ];
  const fields = entities.flatMap((type) => [...propertiesOf(check, type)]);
  return (
    fields.find(([field, type]) => type.kind === 'record' && (field === `${name}_id` || `${field}_id` === name))?.[0] ??
    null
  );
}

function* candidates(check: Check, place: Place): Generator<string> {
  const inner = recordFrames(place).at(-1);
  if (inner !== undefined) yield* check.schema.entities.get(inner.entity)?.fields.keys() ?? [];
  for (const variable of inner === undefined ? check.scope.bare : []) {
    const of = check.scope.variables[variable];
    if (of !== undefined) yield* propertiesOf(check, of).keys();
  }
  for (const frame of place.frames) if (frame.named) yield frame.variable;
  yield* Object.keys(check.scope.variables).filter((variable) => !variable.startsWith('$'));
  yield* check.schema.constants.keys();
  yield* check.schema.entities.keys();
}

/** The names that are allowed after a dot behind a value of this type. */
export function propertiesOf(check: Check, of: Type): ReadonlyMap<string, Type> {
  if (of.kind === 'record') return check.schema.entities.get(of.entity)?.fields ?? new Map();
  return of.kind === 'object' ? new Map(Object.entries(of.properties)) : new Map();
}

/** `of.name`. */
export function checkMember(check: Check, place: Place, syntax: MemberSyntax): Expression {
  const asked = askedInput(check, place, syntax);
  if (asked !== null) return asked;
  return memberOf(check, place, check.visit(syntax.of, place), syntax.name, syntax.nameRange, syntax.range);
}

/** `new.reason`, where an event asks for a `reason` that is not stored. */
function askedInput(check: Check, place: Place, { of, name, range }: MemberSyntax): Expression | null {
  const { input, new: asked } = check.scope.variables;
  if (of.kind !== 'name' || of.name !== 'new' || asked === undefined || input === undefined) return null;
  const property = propertiesOf(check, input).get(name);
  if (property === undefined || propertiesOf(check, asked).has(name)) return null;
  const variable: Expression = { kind: 'variable', name: 'input', type: input, range: of.range };
  return narrow(place, { kind: 'field', of: variable, field: name, type: property, range });
}

/** A value of a request. Deeper values have a path of keys: `user.email` of the variable `body`. */
function givenValue(of: Expression, name: string, range: Range): Expression {
  const type: Type = { kind: 'given', nullable: true };
  return of.kind === 'field'
    ? { kind: 'field', of: of.of, field: `${of.field}.${name}`, type, range }
    : { kind: 'field', of, field: name, type, range };
}

/** One step of a path: the field `name` of a record, or the property of a group of values. */
export function memberOf(
  check: Check,
  place: Place,
  of: Expression,
  name: string,
  nameRange: Range,
  range: Range,
): Expression {
  if (isUnknown(of)) return { kind: 'field', of, field: name, type: UNKNOWN, range };
  if (of.type.kind === 'given') return narrow(place, givenValue(of, name, range));
  const meant = meantMember(of.type, name, source(check, rangeOf(of)));
  if (meant !== null) {
    const fix = replacement(`Write ${meant}`, range, meant);
    check.problems.push(
      problem('N057', { name, of: { written: source(check, rangeOf(of)) }, nearest: meant }, nameRange, { fix }),
    );
    return unknown(range);
  }
  if (of.type.kind === 'list' && of.type.of.kind === 'record') {
    check.problems.push(problem('N086', { list: source(check, rangeOf(of)), entity: of.type.of.entity }, range));
    return unknown(range);
  }
  const properties = propertiesOf(check, of.type);
  const property = properties.get(name);
  if (property === undefined) {
    const closest = byKey(name, properties) ?? nearest(name, properties.keys());
    const holder =
      of.type.kind === 'record'
        ? of.type.entity
        : of.type.kind === 'object'
          ? { written: source(check, rangeOf(of)) }
          : { written: source(check, rangeOf(of)), type: describe(of.type) };
    const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, nameRange, closest) };
    check.problems.push(problem('N057', { name, of: holder, nearest: closest }, nameRange, fix));
    return unknown(range);
  }
  const record = requireValue(check, place, of);
  const nullable = property.nullable || (nullRuns(check) && record.type.nullable);
  return narrow(place, { kind: 'field', of: record, field: name, type: withNull(property, nullable), range });
}
