import { nearest } from '../../diagnostics/nearest.ts';
import { FUNCTIONS } from '../../vocabulary/functions.ts';
import { problem, type Range, replacement } from '../problem.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import { describe } from '../types.ts';
import { meantName } from './habits.ts';
import { propertiesOf } from './lookup.ts';
import { type Check, type Place, rangeOf, recordFrames, source } from './place.ts';

/** Reports a name that means nothing at its place: as a name of another record (N056), or as unknown (N055). */
export function reportUnknownName(check: Check, place: Place, name: string, range: Range): void {
  if (place.frames.length > 0 ? reportOuter(check, place, name, range) : reportThis(check, name, range)) return;
  const condition = choiceAsCondition(check, place, name, range);
  if (condition !== null) {
    const fix = replacement(`Write ${condition}`, range, condition);
    check.problems.push(problem('N055', { name, nearest: null, condition }, range, { fix }));
    return;
  }
  if (isChoice(check, name)) {
    const fix = replacement(`Write "${name}"`, range, `"${name}"`);
    check.problems.push(problem('N055', { name, nearest: null, isChoice: true }, range, { fix }));
    return;
  }
  if (check.schema.roles.has(name) && Object.hasOwn(check.scope.variables, 'user')) {
    const held = `user is ${name}`;
    const fix = replacement(`Write ${held}`, range, held);
    check.problems.push(problem('N055', { name, nearest: null, held }, range, { fix }));
    return;
  }
  const asking = eventAsking(check, name);
  if (asking !== null) {
    check.problems.push(problem('N055', { name, nearest: null, asking }, range));
    return;
  }
  const lacks = place.frames.length === 0 ? lackedHere(check, name) : null;
  if (lacks !== null) {
    check.problems.push(problem('N055', { name, nearest: null, lacks }, range));
    return;
  }
  const of = check.scope.mayBeOfRecords === true && place.frames.length === 0 ? entitiesWith(check, name) : [];
  if (of.length > 0) {
    check.problems.push(problem('N055', { name, nearest: null, of }, range));
    return;
  }
  const closest = Object.hasOwn(FUNCTIONS, name)
    ? `${name}()`
    : (meantName(check, name) ?? byIdName(check, place, name) ?? nearest(name, candidates(check, place)));
  const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, range, closest) };
  check.problems.push(problem('N055', { name, nearest: closest }, range, fix));
}

/** Reports a name after a dot that the value in front of it does not have (N057). */
export function reportUnknownMember(check: Check, of: Expression, name: string, range: Range): void {
  const properties = propertiesOf(check, of.type);
  const closest = byKey(name, properties) ?? nearest(name, properties.keys());
  const holder =
    of.type.kind === 'record'
      ? of.type.entity
      : of.type.kind === 'object'
        ? { written: source(check, rangeOf(of)) }
        : { written: source(check, rangeOf(of)), type: describe(of.type) };
  const fix = closest === null ? {} : { fix: replacement(`Write ${closest}`, range, closest) };
  check.problems.push(problem('N057', { name, of: holder, nearest: closest }, range, fix));
}

/** The entities that have a field of this name. */
function entitiesWith({ schema }: Check, field: string): string[] {
  return [...schema.entities].flatMap(([entity, { fields }]) => (fields.has(field) ? [entity] : []));
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

/** The names that may be meant at a place, the likeliest first. */
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
