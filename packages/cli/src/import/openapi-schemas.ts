import type { LeftOut } from './foreign.ts';
import { isObject, listOf, objectOf, type Structure, textOf } from './structured-file.ts';

/** A schema, and where it stands: `#/components/schemas/Pet`. `component`: its name among the components, if it is one. */
export interface Schema {
  readonly is: Structure;
  readonly pointer: string;
  readonly component: string | null;
}

/** An object with all that its `allOf` adds. */
export interface ObjectSchema {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

const COMPONENT = /^#\/components\/schemas\/([^/]+)$/;
/** Words that say one of several schemas. */
const VARIANTS = ['oneOf', 'anyOf'] as const;

/** The schemas of an OpenAPI description. References are followed within the file, each circle once. */
export class Schemas {
  readonly #root: Structure;
  readonly #file: string;
  readonly leftOut: LeftOut[] = [];
  readonly #left = new Set<string>();
  readonly #objects = new Map<string, ObjectSchema>();

  constructor(file: string, root: Structure) {
    this.#file = file;
    this.#root = root;
  }

  /** Lists a part that is not taken, once. */
  leave(pointer: string, what: string): void {
    const line = `${pointer} ${what}`;
    if (!this.#left.has(line)) this.leftOut.push({ place: this.placeOf(pointer), what });
    this.#left.add(line);
  }

  placeOf(pointer: string): string {
    return `${this.#file}${pointer}`;
  }

  components(): readonly Schema[] {
    const all = objectOf(objectOf(this.#root['components'])['schemas']);
    return Object.entries(all).map(([name, is]) => ({
      is: objectOf(is),
      pointer: `#/components/schemas/${escaped(name)}`,
      component: name,
    }));
  }

  /** The schema that stands in a place, behind its references; null, and listed, where they lead out of the file, nowhere or round. */
  at(value: unknown, pointer: string): Schema | null {
    const seen = new Set<string>();
    let [is, at, component]: [unknown, string, string | null] = [value, pointer, COMPONENT.exec(pointer)?.[1] ?? null];
    while (isObject(is) && typeof is['$ref'] === 'string') {
      const reference = is['$ref'];
      if (!reference.startsWith('#/')) return this.#nothing(pointer, `refers to another file: ${reference}`);
      if (seen.has(reference)) return this.#nothing(pointer, `refers to itself: ${reference}`);
      seen.add(reference);
      is = this.#find(reference);
      at = reference;
      component = COMPONENT.exec(reference)?.[1] ?? null;
    }
    if (is === true) is = {};
    if (!isObject(is)) return this.#nothing(pointer, `refers to what is not here: ${at}`);
    return this.#alone({ is, pointer: at, component: component === null ? null : unescaped(component) }, seen);
  }

  /** The properties of an object; null: it is none, or has none that are named. */
  objectAt(schema: Schema): ObjectSchema | null {
    const known = this.#objects.get(schema.pointer);
    if (known !== undefined) return known;
    const found = { properties: new Map<string, Schema>(), required: new Set<string>() };
    this.#collect(schema, found, new Set());
    if (found.properties.size === 0) return null;
    this.#objects.set(schema.pointer, found);
    return found;
  }

  /** A schema that only wraps another one (`allOf` of one, or one of several of which the others are null) is that one. */
  #alone(schema: Schema, seen: Set<string>): Schema | null {
    const { is, pointer } = schema;
    if (schema.component !== null || isObject(is['properties']) || is['type'] !== undefined) return schema;
    for (const word of ['allOf', ...VARIANTS]) {
      const parts = listOf(is[word]).map((part, place) => ({ part, at: `${pointer}/${word}/${place}` }));
      const [only, ...others] = parts.filter(({ part }) => objectOf(part)['type'] !== 'null');
      if (only === undefined || others.length > 0 || seen.has(only.at)) continue;
      seen.add(only.at);
      return this.at(only.part, only.at);
    }
    return schema;
  }

  #collect(schema: Schema, found: { properties: Map<string, Schema>; required: Set<string> }, seen: Set<string>): void {
    const { is, pointer } = schema;
    if (seen.has(pointer)) return;
    seen.add(pointer);
    listOf(is['allOf']).forEach((part, place) => {
      const base = this.at(part, `${pointer}/allOf/${place}`);
      if (base !== null) this.#collect(base, found, seen);
    });
    for (const [name, property] of Object.entries(objectOf(is['properties']))) {
      const at = `${pointer}/properties/${escaped(name)}`;
      found.properties.set(name, { is: objectOf(property), pointer: at, component: null });
    }
    for (const name of listOf(is['required'])) if (typeof name === 'string') found.required.add(name);
    for (const word of VARIANTS)
      if (listOf(is[word]).length > 0 && found.properties.size > 0)
        this.leave(`${pointer}/${word}`, 'one of several objects: only what all of them have is taken');
  }

  #find(reference: string): unknown {
    let found: unknown = this.#root;
    for (const step of reference.slice(2).split('/')) {
      const key = unescaped(step);
      if (Array.isArray(found)) found = found[Number(key)];
      else found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return found;
  }

  #nothing(pointer: string, what: string): null {
    this.leave(pointer, what);
    return null;
  }
}

/** The types that a schema states, `null` apart: a list in 3.1, `nullable` in 3.0. */
export function typesOf({ is }: Schema): { readonly types: readonly string[]; readonly isNullable: boolean } {
  const stated =
    typeof is['type'] === 'string' ? [is['type']] : listOf(is['type']).flatMap((type) => textOf(type) ?? []);
  const types = stated.filter((type) => type !== 'null');
  const isNullable = is['nullable'] === true || types.length < stated.length;
  if (types.length > 0) return { types, isNullable };
  if (isObject(is['properties']) || is['additionalProperties'] !== undefined || listOf(is['allOf']).length > 0)
    return { types: ['object'], isNullable };
  if (is['items'] !== undefined) return { types: ['array'], isNullable };
  const values = [is['const'], ...listOf(is['enum'])];
  return { types: values.some((value) => typeof value === 'string') ? ['string'] : [], isNullable };
}

/** A step of a JSON pointer (RFC 6901). */
export function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(step: string): string {
  const decoded = /%[0-9a-f]{2}/i.test(step) ? decodeSafely(step) : step;
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A reference is part of an address, so that signs may be encoded; one that is not encoded well stays as it is. */
function decodeSafely(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
