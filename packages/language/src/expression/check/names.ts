import { problem, type Range, replacement } from '../problem.ts';
import type { MemberSyntax, NameSyntax, TextSyntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { UNKNOWN, withNull } from '../types.ts';
import { meantMember } from './habits.ts';
import { findName, propertiesOf } from './lookup.ts';
import { narrow, requireValue } from './nulls.ts';
import { type Check, isUnknown, nullRuns, type Place, rangeOf, source, unknown } from './place.ts';
import { reportUnknownMember, reportUnknownName } from './unknown-names.ts';

/** A name without a dot: a variable, a field of the record in reach, or a constant. */
export function checkName(check: Check, place: Place, { name, range }: NameSyntax): Expression {
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
  reportUnknownName(check, place, name, range);
  return unknown(range);
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
  const property = propertiesOf(check, of.type).get(name);
  if (property === undefined) {
    reportUnknownMember(check, of, name, nameRange);
    return unknown(range);
  }
  const record = requireValue(check, place, of);
  const nullable = property.nullable || (nullRuns(check, place) && record.type.nullable);
  return narrow(place, { kind: 'field', of: record, field: name, type: withNull(property, nullable), range });
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
