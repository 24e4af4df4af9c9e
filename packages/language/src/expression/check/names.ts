import { nearest } from '../../diagnostics/nearest.ts';
import { FUNCTIONS } from '../../vocabulary/functions.ts';
import { isProblem, problem, type Range, replacement } from '../problem.ts';
import type { MemberSyntax, NameSyntax } from '../syntax.ts';
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

/** A name that stands alone: a variable, a field of the record in reach, or a constant. */
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
  if (place.frames.length > 0 && reportOuter(check, place, name, range)) return unknown(range);
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
  const lacks = place.frames.length === 0 ? lackedHere(check, name) : null;
  if (lacks !== null) {
    check.problems.push(problem('N055', { name, nearest: null, lacks }, range));
    return unknown(range);
  }
  const closest = Object.hasOwn(FUNCTIONS, name)
    ? `${name}()`
    : (meantName(check, name) ?? nearest(name, candidates(check, place)));
  // A default has no record, so that nothing of one is offered, nor an entity that is called alike.
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
    // Only a term's parameters are named by the document, so that they alone may be fields of the queried record too.
    const isParameter = check.scope.purpose === 'term' && name !== 'user';
    if (isParameter && inner !== undefined && check.schema.entities.get(inner.entity)?.fields.has(name) === true) {
      const { entity } = inner;
      const isKnown = check.problems.some(
        (one) => isProblem(one, 'N088') && one.details.name === name && one.details.entity === entity,
      );
      if (!isKnown) check.problems.push(problem('N088', { name, entity }, range));
      return unknown(range);
    }
    // `new` only says that the record is meant as it stands now.
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
  // A query without a name has to be given one first, so that there is no certain fix.
  const fix = outer === undefined || outer.named ? { fix: replacement(`Write ${written}`, range, written) } : {};
  const said =
    outer === undefined || outer.named
      ? written
      : `${written}” with “as x” behind the outer query's list, as in “lines as x`;
  check.problems.push(problem('N056', { name, entity: inner.entity, written: said }, range, fix));
  return true;
}

/** The entity of a message of several entities that has a field which this one lacks. */
function lackedHere({ scope, schema }: Check, name: string): { readonly entity: string; readonly has: string } | null {
  const own = Object.hasOwn(scope.variables, 'this') ? scope.variables['this'] : undefined;
  const has = scope.saidOf?.find((entity) => schema.entities.get(entity)?.fields.has(name));
  return own?.kind === 'record' && has !== undefined ? { entity: own.entity, has } : null;
}

/** Whether a field of any entity has a choice or state of this name. */
function isChoice(check: Check, name: string): boolean {
  const types = [...check.schema.entities.values()].flatMap(({ fields }) => [...fields.values()]);
  return types.some((type) => type.kind === 'enum' && type.values.includes(name));
}

/** A choice that stands where a condition does, compared with the one field in reach that has it; null otherwise. */
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

function* candidates(check: Check, place: Place): Generator<string> {
  const inner = recordFrames(place).at(-1);
  if (inner !== undefined) yield* check.schema.entities.get(inner.entity)?.fields.keys() ?? [];
  for (const variable of inner === undefined ? check.scope.bare : []) {
    const of = check.scope.variables[variable];
    if (of !== undefined) yield* propertiesOf(check, of).keys();
  }
  for (const frame of place.frames) if (frame.named) yield frame.variable;
  yield* Object.keys(check.scope.variables);
  yield* check.schema.constants.keys();
  yield* check.schema.entities.keys();
}

/** What may stand behind a dot after a value of this type. */
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

/** A value of a request. What stands deeper in it is a path of keys: `user.email` of the variable `body`. */
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
      problem('N057', { name, of: `“${source(check, rangeOf(of))}”`, nearest: meant }, nameRange, { fix }),
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
    const closest = nearest(name, properties.keys());
    const holder =
      of.type.kind === 'record'
        ? of.type.entity
        : of.type.kind === 'object'
          ? `“${source(check, rangeOf(of))}”`
          : `“${source(check, rangeOf(of))}” (${describe(of.type)})`;
    const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, nameRange, closest) };
    check.problems.push(problem('N057', { name, of: holder, nearest: closest }, nameRange, fix));
    return unknown(range);
  }
  const record = requireValue(check, place, of);
  const nullable = property.nullable || (nullRuns(check) && record.type.nullable);
  return narrow(place, { kind: 'field', of: record, field: name, type: withNull(property, nullable), range });
}
