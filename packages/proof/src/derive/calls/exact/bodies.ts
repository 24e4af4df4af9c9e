import { type BodySource, type Field, isObject, type Shape, type ShapeProperty } from '@nonet/language';
import type { View } from '../../../reference/evaluate.ts';
import { fieldSetBy } from '../../../reference/exact/body.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';
import { readable } from '../../../reference/exact/target.ts';
import type { Actor } from '../../../reference/permissions.ts';
import { brokenLimit } from '../../../reference/checks.ts';
import { isFileField } from '../../../reference/files.ts';
import { candidates } from '../../../search/draft.ts';
import { boundaries, oddTexts, wrongTypes } from '../../entities/boundaries.ts';
import { mayUpload } from '../../roles/possible.ts';
import type { DerivationContext } from '../../derivation-context.ts';

/** A body that differs from the plain one in one property, and the clauses that it rests on. */
export interface Variant {
  readonly what: string;
  readonly body: unknown;
  readonly clauses: readonly string[];
  /** The property in which it differs; null: in another way. */
  readonly about: string | null;
  /** The property with a wrong value: the answer is INVALID even if there are other errors. */
  readonly wrong: string | null;
}

const PASSWORD = 'a password that is long enough';
const SIGNS = 'kV7pQ2xWz9Lm4RtYb6HcNd3Fg8SjT5';
/** The number of records that a list in a plain body names. */
const FEW = 2;

/** The plainest body that a shape admits: every property that sets something. */
export function plainBody(context: DerivationContext, shape: Shape, actor: Actor): Record<string, unknown> {
  return Object.fromEntries(
    shape.properties.flatMap((property) => {
      const value = plainValue(context, shape, property, actor);
      return value === undefined ? [] : [[property.name, value]];
    }),
  );
}

function plainValue(context: DerivationContext, shape: Shape, property: ShapeProperty, actor: Actor): unknown {
  const { value } = property;
  const field = fieldOf(context, shape, property);
  if (value.kind === 'password' || (value.kind === 'value' && fieldSetBy(property) === 'password')) return PASSWORD;
  // Computed values are only shown (7).
  if (field === null || field.computed !== null || value.kind === 'ignored') return undefined;
  if (isFileField(field) && !(field.required && mayFill(context, actor))) return undefined;
  switch (value.kind) {
    case 'value':
      return candidates(context.drafting(actor), field).find((one) => one !== null);
    case 'names':
      return named(context, value.entity, value.field, actor).slice(0, FEW);
    case 'shape': {
      const inner = shapeNamed(context.lookup, value.shape);
      if (context.lookup.entity(inner.entity).owner !== null) return [plainBody(context, inner, actor)];
      // The caller is the most likely value.
      const known = readable(context.world, actor, inner.entity);
      const found = [...known.filter(({ id }) => id !== actor), ...known.filter(({ id }) => id === actor)].flatMap(
        (record) => mention(context, inner, record) ?? [],
      );
      return value.list ? found.slice(-FEW) : found.at(-1);
    }
  }
}

/** Files are sent by the derived API alone, by who may put them somewhere. */
function mayFill(context: DerivationContext, actor: Actor): boolean {
  return context.capabilities.derived && mayUpload(context, actor);
}

/** How a body names a record: by its id and by all its unique values. */
function mention(context: DerivationContext, shape: Shape, record: View): Record<string, unknown> | null {
  const named = shape.properties.flatMap((property) => {
    const name = fieldSetBy(property);
    const isUnique = name === 'id' || (name !== null && context.lookup.field(shape.entity, name)?.unique);
    return isUnique && name !== null && record[name] !== null ? [[property.name, record[name]] as const] : [];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}

function named(context: DerivationContext, entity: string, field: string, actor: Actor): unknown[] {
  return readable(context.world, actor, entity).flatMap((record) => record[field] ?? []);
}

function fieldOf(context: DerivationContext, shape: Shape, property: ShapeProperty): Field | null {
  const name = fieldSetBy(property);
  return name === null || name === 'id' ? null : context.lookup.field(shape.entity, name);
}

/**
 * Bodies that differ from the plain one in one property: left out, empty, at its limits, of the wrong type, unknown.
 */
export function* variants(
  context: DerivationContext,
  source: BodySource,
  actor: Actor,
): Generator<Variant, void, void> {
  const shape = shapeNamed(context.lookup, source.shape);
  const around = (inner: unknown) => wrapped(source, inner);
  const fresh = () => plainBody(context, shape, actor);
  for (const property of shape.properties) {
    const { name } = property;
    const clauses = [property.clause, shape.clause];
    const set = (what: string, value: unknown, more: readonly string[] = []): Variant => ({
      what: `${name} ${what}`,
      body: around({ ...fresh(), [name]: value }),
      clauses: [...clauses, ...more],
      about: name,
      wrong: null,
    });
    const without = () => Object.fromEntries(Object.entries(fresh()).filter(([key]) => key !== name));
    yield { what: `without ${name}`, body: around(without()), clauses, about: name, wrong: null };
    if (property.value.kind === 'ignored' || fieldSetBy(property) === null || fieldSetBy(property) === 'id') {
      yield set('that is not set here', 'x');
      continue;
    }
    yield* valuesOf(context, shape, property, actor, set);
  }
  yield {
    what: 'with an unknown key',
    body: around({ ...fresh(), nothing_of_this_name: 1 }),
    clauses: [shape.clause],
    about: null,
    wrong: null,
  };
  yield { what: 'that is a list', body: around([]), clauses: [shape.clause], about: null, wrong: null };
  if (context.capabilities.derived)
    yield { what: 'that is null', body: around(null), clauses: [shape.clause], about: null, wrong: null };
}

/** A password of so many characters that nobody guesses. */
function passwordOf(length: number): string {
  return Array.from({ length }, (_, place) => SIGNS[(place * place + 11 * place + 5) % SIGNS.length]).join('');
}

function* valuesOf(
  context: DerivationContext,
  shape: Shape,
  property: ShapeProperty,
  actor: Actor,
  set: (what: string, value: unknown, more?: readonly string[]) => Variant,
): Generator<Variant, void, void> {
  const { value, name } = property;
  if (value.kind === 'password') {
    const { passwordLength } = context.plan.settings;
    const limit = ['9.PASSWORD_LENGTH'];
    for (const length of [passwordLength - 1, passwordLength, passwordLength + 1])
      yield set(`with ${length} characters`, passwordOf(length), limit);
    // A server that is not of Nonet need not know what the language itself refuses.
    if (context.capabilities.derived || '9.COMMON_PASSWORDS' in context.plan.clauses)
      yield set('that repeats itself', 'abcd'.repeat(passwordLength), ['9.COMMON_PASSWORDS']);
    yield set('that is empty', '');
    return;
  }
  const field = fieldOf(context, shape, property);
  if (field === null || value.kind === 'ignored') return;
  const wrong = (what: string, sent: unknown): Variant => ({ ...set(what, sent), wrong: name });
  if (isFileField(field) && !mayFill(context, actor)) return;
  if (value.kind === 'value') {
    const isReference = field.type.kind === 'reference';
    if (!isReference) {
      for (const { value: bound, clause } of boundaries(context, field))
        yield set('at a limit', bound, clause === null ? [field.clause] : [clause, field.clause]);
      for (const one of wrongTypes(field, context.plan.settings)) yield wrong('of the wrong type', one);
    } else if (field.type.kind === 'reference') yield set('of nothing', `@${field.type.entity}:0`);
    const plainest = isFileField(field) && !field.required ? 0 : 1;
    for (const one of candidates(context.drafting(actor), field).slice(plainest, 4)) yield set('otherwise', one);
    const first = `0-${context.serial()}`;
    const isText = ['text', 'long text', 'markdown'].includes(field.type.kind);
    const taken = context.world.living(shape.entity).at(-1)?.values[field.name] ?? null;
    if (field.unique !== null && taken !== null) yield set('that another has', taken);
    if (field.unique !== null && typeof taken === 'string' && isText)
      yield set('that another has in small letters', taken.toUpperCase());
    for (const { what, value: odd } of oddTexts(context, field)) yield set(what, odd);
    // Later values sort before earlier ones, so that an order differs from the order of creation.
    if (isText && brokenLimit(context.world, field, first) === null) yield set('that stands before others', first);
    if (field.type.kind !== 'json') yield set('that is null', null);
    return;
  }
  if (value.kind === 'names') {
    const fresh = `name-${context.serial()}`;
    yield set('that is empty', []);
    yield set('that is new', [fresh]);
    yield set('twice', [
      ...named(context, value.entity, value.field, actor).slice(0, 1),
      ...named(context, value.entity, value.field, actor).slice(0, 1),
    ]);
    yield set('that is null', null);
    yield set('that is no list', 'x');
    return;
  }
  const inner = shapeNamed(context.lookup, value.shape);
  const isOwned = context.lookup.entity(inner.entity).owner !== null;
  if (value.list) {
    yield set('that is empty', []);
    yield set('that is no list', 'x');
    if (isOwned) yield set('with two', [plainBody(context, inner, actor), plainBody(context, inner, actor)]);
    else yield set('of nothing', [unknown(context, inner)]);
    if (isOwned) yield set('with an unknown key', [{ ...plainBody(context, inner, actor), nothing_of_this_name: 1 }]);
  } else {
    yield set('that is null', null);
    yield set('of nothing', unknown(context, inner));
    yield set('that names none', {});
  }
}

/** An object that means no record. */
function unknown(context: DerivationContext, shape: Shape): Record<string, unknown> {
  const property = shape.properties.find((one) => {
    const name = fieldSetBy(one);
    return name === 'id' || (name !== null && context.lookup.field(shape.entity, name)?.unique);
  });
  if (property === undefined) return {};
  return { [property.name]: fieldSetBy(property) === 'id' ? `@${shape.entity}:0` : `nobody-${context.serial()}` };
}

/**
 * A variant's body with what its shape leaves out and the call reads beside it (`Seat by id == body.seat`), as a plain
 * request has it.
 */
export function besideShape(
  context: DerivationContext,
  source: BodySource,
  { body, about }: Pick<Variant, 'body' | 'about'>,
  plain: unknown,
): unknown {
  const inner = at(body, source.path);
  const former = at(plain, source.path);
  if (!isObject(inner) || Array.isArray(inner) || !isObject(former)) return body;
  const left = shapeNamed(context.lookup, source.shape).properties.filter(
    ({ name, value }) => value.kind === 'ignored' && name !== about && name in former && !(name in inner),
  );
  return left.length === 0
    ? body
    : wrapped(source, { ...inner, ...Object.fromEntries(left.map(({ name }) => [name, former[name]])) });
}

function at(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

/** A body behind the keys at which it is read. */
export function wrapped({ path }: Pick<BodySource, 'path'>, inner: unknown): unknown {
  return path.reduceRight((value, key) => ({ [key]: value }), inner);
}
