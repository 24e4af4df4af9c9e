import { pathOf } from '@nonet/language';
import { Failure } from '../failure.ts';
import {
  type Foreign,
  type ForeignCall,
  type ForeignEntity,
  type ForeignField,
  type ForeignFile,
  type ForeignShape,
  NotReadable,
} from './foreign.ts';
import { EntityNames, FieldNames } from './names.ts';
import { baseOf, callOf, type Operation, operationsOf } from './openapi-calls.ts';
import { escaped, type ObjectSchema, type Schema, Schemas, typesOf } from './openapi-schemas.ts';
import { typeOfSchema } from './openapi-types.ts';
import { listOf, objectOf, readStructured, type Structure, textOf } from './structured-file.ts';

/** An OpenAPI description (3.0 to 3.2): its schemas as entities, its operations as exact calls. */
export function readOpenApi(file: ForeignFile): Foreign {
  const root = objectOf(readStructured(file));
  const version = root['openapi'];
  if (root['swagger'] !== undefined)
    throw new NotReadable('#/swagger', 'this is Swagger 2: a converter makes OpenAPI 3 of it, which is read');
  if (typeof version !== 'string') throw new NotReadable(1, 'this is no OpenAPI description: it has no `openapi: 3…`');
  if (!/^3\.\d/.test(version)) throw new NotReadable('#/openapi', `OpenAPI ${version} is not read, 3.0 and 3.1 are`);
  return new Description(file.name, root).read();
}

/** Fields by the names of properties. */
interface Known {
  readonly component: string;
  readonly entity: ForeignEntity;
  readonly object: ObjectSchema;
  readonly properties: ReadonlyMap<
    string,
    { readonly field: string; readonly type: string | null; readonly isOptional: boolean }
  >;
}

class Description {
  readonly #file: string;
  readonly #root: Structure;
  readonly #schemas: Schemas;
  readonly #operations: readonly Operation[];
  readonly #entities: ReadonlyMap<string, string>;

  constructor(file: string, root: Structure) {
    this.#file = file;
    this.#root = root;
    this.#schemas = new Schemas(file, root);
    this.#operations = operationsOf(this.#schemas, root);
    const names = new EntityNames();
    this.#entities = new Map(this.#kept().map(({ component }) => [component ?? '', names.give(component ?? '', true)]));
  }

  read(): Foreign {
    const known = this.#schemas.components().flatMap((schema) => this.#entity(schema) ?? []);
    if (known.length === 0)
      throw new Failure(`${this.#file} has no schema of an object: there is nothing to begin a document from.`);
    for (const name of Object.keys(objectOf(objectOf(this.#root['components'])['securitySchemes'])))
      this.#schemas.leave(`#/components/securitySchemes/${escaped(name)}`, 'who may do what is not said by it');
    const shapes = this.#shapes(known);
    const names = new Map(shapes.map((shape) => [shape.component, shape.name]));
    const base = baseOf(this.#schemas, this.#root);
    const calls = this.#operations.map((operation) => callOf(this.#schemas, operation, names));
    const used = new Set(calls.flatMap(({ shape }) => shape ?? []));
    return {
      entities: known.map(({ entity }) => besideCalls(entity, base ?? '', calls)),
      rules: [],
      answered: { base, calls, shapes: shapes.filter(({ name }) => used.has(name) || isShownBy(name, shapes, used)) },
      leftOut: this.#schemas.leftOut,
    };
  }

  /** The components that are entities: objects that are more than what calls are sent, or answer when they fail. */
  #kept(): readonly Schema[] {
    const objects = this.#schemas.components().filter((schema) => {
      const [type = 'object'] = typesOf(schema).types;
      return type === 'object' && this.#schemas.objectAt(schema) !== null;
    });
    const answered = this.#reached(this.#operations.flatMap(({ successes }) => successes));
    const sent = this.#reached(this.#operations.flatMap((operation) => operation.sent));
    const failed = this.#reached(this.#operations.flatMap(({ failures }) => failures));
    const isOnlyIn = (schema: Schema, all: ReadonlySet<string>, others: readonly ReadonlySet<string>[]) =>
      all.has(schema.pointer) && others.every((other) => !other.has(schema.pointer));
    const kept = objects.filter((schema) => {
      const isFailure = isOnlyIn(schema, failed, [answered, sent]);
      const isBody = isOnlyIn(schema, sent, [answered]);
      if (isFailure) this.#schemas.leave(schema.pointer, 'is only answered where a call fails: no entity');
      return !isFailure && !isBody;
    });
    // Where nothing else is named, what calls are sent says at least which fields there are.
    if (kept.length === 0) return objects;
    for (const schema of objects)
      if (!kept.includes(schema) && isOnlyIn(schema, sent, [answered]))
        this.#schemas.leave(schema.pointer, 'is only what calls are sent: no entity');
    return kept;
  }

  /** The places of all schemas that some of them show, at any depth. */
  #reached(from: readonly Schema[]): ReadonlySet<string> {
    const reached = new Set<string>();
    const waiting = [...from];
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
      if (reached.has(schema.pointer)) continue;
      reached.add(schema.pointer);
      const { is, pointer } = schema;
      const parts: [unknown, string][] = [
        [is['items'], `${pointer}/items`],
        [is['additionalProperties'], `${pointer}/additionalProperties`],
        ...['oneOf', 'anyOf'].flatMap((word) =>
          listOf(is[word]).map((part, place): [unknown, string] => [part, `${pointer}/${word}/${place}`]),
        ),
        ...[...(this.#schemas.objectAt(schema)?.properties.values() ?? [])].map((property): [unknown, string] => [
          property.is,
          property.pointer,
        ]),
      ];
      for (const [part, at] of parts) {
        const found = typeof part === 'object' && part !== null ? this.#schemas.at(part, at) : null;
        if (found !== null) waiting.push(found);
      }
    }
    return reached;
  }

  #entity(schema: Schema): Known | null {
    const name = this.#entities.get(schema.component ?? '');
    const object = this.#schemas.objectAt(schema);
    if (name === undefined || object === null) return null;
    const names = new FieldNames();
    const fields: ForeignField[] = [];
    const properties = new Map<string, { field: string; type: string | null; isOptional: boolean }>();
    let hasIntegerId = false;
    for (const [property, stated] of object.properties) {
      const found = this.#schemas.at(stated.is, stated.pointer);
      const type = found === null ? undefined : typesOf(found).types[0];
      const isId = property === 'id' && (type === 'integer' || found?.is['format'] === 'uuid');
      if (isId) {
        hasIntegerId = type === 'integer';
        properties.set(property, { field: 'id', type: 'id', isOptional: !object.required.has(property) });
        continue;
      }
      const field = this.#field(`${schema.component}.${property}`, stated, found, {
        name: names.give(property),
        isRequired: object.required.has(property),
        isKey: property === 'id',
      });
      fields.push(field);
      properties.set(property, { field: field.name, type: field.type, isOptional: !object.required.has(property) });
    }
    const entity = {
      name,
      prose: textOf(schema.is['description']) ?? textOf(schema.is['title']),
      fields,
      unique: [],
      hasIntegerId,
      place: this.#schemas.placeOf(schema.pointer),
    };
    return { component: schema.component ?? '', entity, object, properties };
  }

  #field(
    path: string,
    stated: Schema,
    found: Schema | null,
    { name, isRequired, isKey }: { readonly name: string; readonly isRequired: boolean; readonly isKey: boolean },
  ): ForeignField {
    const leave = (what: string) => this.#schemas.leave(stated.pointer, `${path} ${what}`);
    const typed =
      found === null ? { type: null, rules: [] } : typeOfSchema(this.#schemas, found, this.#entities, leave);
    const isOptional =
      !isRequired || typesOf(stated).isNullable || (found !== null && typesOf(found).isNullable) || isNullIn(stated);
    const types = found === null ? [] : typesOf(found).types;
    const format = textOf(found?.is['format']);
    const marks = (['readOnly', 'writeOnly', 'deprecated'] as const).filter((mark) => stated.is[mark] === true);
    const of = found?.component ?? `${types.join(' or ')}${format === null ? '' : ` ${format}`}`;
    return {
      name,
      label: null,
      type: typed.type,
      rules: [...(isOptional ? ['optional'] : []), ...(isKey && typed.type !== null ? ['unique'] : []), ...typed.rules],
      meaning: textOf(stated.is['description']) ?? textOf(stated.is['title']) ?? null,
      note: [path.slice(path.indexOf('.') + 1), of, ...marks].join(' ').trim(),
      place: this.#schemas.placeOf(stated.pointer),
    };
  }

  /** A shape for each entity: how calls answer its records. What contains itself is no shape. */
  #shapes(known: readonly Known[]): readonly (ForeignShape & { readonly component: string })[] {
    const byEntity = new Map(known.map((each) => [each.entity.name, each]));
    const isWithin = (name: string, of: string, seen: Set<string>): boolean => {
      if (name === of) return true;
      if (seen.has(of)) return false;
      seen.add(of);
      return [...(byEntity.get(of)?.properties.values() ?? [])].some(
        ({ type }) => type !== null && byEntity.has(type) && isWithin(name, type, seen),
      );
    };
    return known.map(({ component, entity, properties }) => ({
      component,
      name: entity.name,
      entity: entity.name,
      place: entity.place ?? this.#file,
      properties: [...properties].map(([property, { field, type, isOptional }]) => ({
        name: isOptional ? `${property}?` : property,
        is:
          type === null || type === 'secret'
            ? null
            : !byEntity.has(type)
              ? field
              : isWithin(entity.name, type, new Set())
                ? null
                : `${field} as ${type}`,
      })),
    }));
  }
}

/** An entity whose collection does not stand where a call does: the derived API is at `/api`, as that of many others. */
function besideCalls(entity: ForeignEntity, base: string, calls: readonly ForeignCall[]): ForeignEntity {
  const path = pathOf(entity.name);
  const isTaken = calls.some(({ call }) => `${base}${call.replace(/^[A-Z]+ /, '')}/`.startsWith(`/api/${path}/`));
  return isTaken ? { ...entity, path: `${path}-records` } : entity;
}

/** Whether a shape is shown by one that a call answers, at any depth. */
function isShownBy(name: string, shapes: readonly ForeignShape[], used: ReadonlySet<string>): boolean {
  const reached = new Set(used);
  const waiting = [...used];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { is } of shapes.find((shape) => shape.name === next)?.properties ?? []) {
      const shown = / as (\w+)$/.exec(is ?? '')?.[1];
      if (shown === undefined || reached.has(shown)) continue;
      reached.add(shown);
      waiting.push(shown);
    }
  }
  return reached.has(name);
}

/** Whether one of several forms is null. */
function isNullIn({ is }: Schema): boolean {
  return [...listOf(is['oneOf']), ...listOf(is['anyOf'])].some((part) => objectOf(part)['type'] === 'null');
}
