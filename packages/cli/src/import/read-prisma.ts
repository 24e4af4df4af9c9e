import type { Attribute, Enum, Field, KeyValue, Model, RelationArray, Schema, Value } from '@mrleebo/prisma-ast';
import { Failure } from '../failure.ts';
import {
  type Foreign,
  type ForeignEntity,
  type ForeignField,
  type ForeignFile,
  type LeftOut,
  NotReadable,
} from './foreign.ts';
import { choiceLiteral, EntityNames, enumOf, FieldNames, literalOf } from './names.ts';

const TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'integer',
  Boolean: 'boolean',
  DateTime: 'datetime',
  Json: 'json',
};
const NATIVE: Readonly<Record<string, string>> = { Date: 'date', Time: 'time', Timetz: 'time' };

/** A schema of Prisma. */
export async function readPrisma({ name: file, content }: ForeignFile): Promise<Foreign> {
  const { getSchema } = await import('@mrleebo/prisma-ast').catch(() => {
    throw new Failure(
      'What reads Prisma is not installed, because npm left out what is optional: `npm install @mrleebo/prisma-ast`.',
    );
  });
  const text = content.toString();
  let schema: Schema;
  try {
    schema = getSchema(text);
  } catch (error) {
    const { token } = error as { readonly token?: { readonly startLine?: number } };
    throw new NotReadable(token?.startLine ?? 1, error instanceof Error ? error.message : String(error));
  }
  return new PrismaSchema(file, text.split('\n'), schema).read();
}

class PrismaSchema {
  readonly #file: string;
  readonly #lines: readonly string[];
  readonly #schema: Schema;
  readonly #models: readonly Model[];
  readonly #enums: ReadonlyMap<string, readonly string[]>;
  readonly #entities: ReadonlyMap<string, string>;
  readonly #leftOut: LeftOut[] = [];

  constructor(file: string, lines: readonly string[], schema: Schema) {
    this.#file = file;
    this.#lines = lines;
    this.#schema = schema;
    this.#models = schema.list.filter((each) => each.type === 'model');
    const enums = schema.list.filter((each): each is Enum => each.type === 'enum');
    this.#enums = new Map(
      enums.map(({ name, enumerators }) => [
        name,
        enumerators.flatMap((each) => (each.type === 'enumerator' ? [each.name] : [])),
      ]),
    );
    const names = new EntityNames();
    this.#entities = new Map(this.#models.map(({ name }) => [name, names.give(name, false)]));
  }

  read(): Foreign {
    if (this.#models.length === 0)
      throw new Failure(`${this.#file} has no model: there is nothing to begin a document from.`);
    const entities = this.#models.map((model) => this.#entity(model));
    for (const each of this.#schema.list)
      if (each.type === 'view' || each.type === 'type')
        this.#leave(this.#lineOf(each.name), `the ${each.type} ${each.name}`);
    return { entities, rules: [], leftOut: this.#leftOut };
  }

  #leave(line: number, what: string): void {
    this.#leftOut.push({ place: `${this.#file}:${line}`, what });
  }

  /** The line of a model, or of a field in it. */
  #lineOf(block: string, field: string | null = null): number {
    const begin = this.#lines.findIndex((line) => new RegExp(`^\\s*(?:model|view|type)\\s+${block}\\b`).test(line));
    if (field === null) return begin + 1;
    const found = this.#lines.findIndex((line, at) => at > begin && new RegExp(`^\\s*${field}\\s`).test(line));
    return (found < 0 ? begin : found) + 1;
  }

  #entity(model: Model): ForeignEntity {
    const fields = model.properties.filter((each) => each.type === 'field');
    const isModel = ({ fieldType }: Field) => typeof fieldType === 'string' && this.#entities.has(fieldType);
    const keys = new Map(
      fields.flatMap((field) => {
        const columns = isModel(field) && field.array !== true ? argumentOf(field, 'relation', 'fields') : [];
        return columns.length === 1 ? [[columns[0] ?? '', field] as const] : [];
      }),
    );
    const names = new FieldNames();
    const own = new Map<string, string>();
    const read: ForeignField[] = [];
    let id: Field | null = null;
    for (const field of fields) {
      const line = this.#lineOf(model.name, field.name);
      const place = `${model.name}.${field.name}`;
      if (isModel(field)) {
        if (field.array !== true && argumentOf(field, 'relation', 'fields').length > 1)
          this.#leave(line, `${place} refers to ${typeNameOf(field)} by several fields`);
        // The other side of a reference says nothing more, unless no side has a field for it.
        else if (field.array === true && this.#isManyToMany(model, field)) {
          if (model.name <= typeNameOf(field)) {
            const name = names.give(field.name);
            own.set(field.name, name);
            read.push({ ...this.#field(model, field, name), type: `many ${this.#entities.get(typeNameOf(field))}` });
          }
        }
        continue;
      }
      if (attributeOf(field, 'id') !== null && !keys.has(field.name) && isKnownBy(field)) {
        id = field;
        continue;
      }
      const relation = keys.get(field.name);
      if (relation === undefined) {
        const name = names.give(field.name);
        own.set(field.name, name);
        read.push({ ...this.#field(model, field, name), ...this.#typed(model, field, place, line) });
      } else {
        const name = names.give(field.name, relation.name);
        own.set(field.name, name);
        const deletes = { Cascade: ['cascade'], SetNull: ['clear'] }[
          argumentOf(relation, 'relation', 'onDelete')[0] ?? ''
        ];
        const known = this.#field(model, field, name);
        const rules = [...known.rules, ...(deletes ?? [])];
        read.push({ ...known, type: this.#entities.get(typeNameOf(relation)) ?? null, rules });
      }
    }
    return {
      name: this.#entities.get(model.name) ?? model.name,
      prose: this.#commentBefore(model),
      fields: read,
      unique: this.#unique(model, own),
      hasIntegerId: id !== null && /^(?:Int|BigInt)$/.test(typeNameOf(id)),
    };
  }

  #isManyToMany(model: Model, { fieldType }: Field): boolean {
    const other = this.#models.find(({ name }) => name === fieldType);
    const back = other?.properties.filter((each) => each.type === 'field' && each.fieldType === model.name) ?? [];
    return back.length > 0 && back.every((each) => each.type === 'field' && each.array === true);
  }

  #field(model: Model, field: Field, name: string): ForeignField {
    const signs = field.array === true ? '[]' : field.optional === true ? '?' : '';
    return {
      name,
      label: null,
      type: null,
      rules: [
        ...(field.optional === true ? ['optional'] : []),
        ...(attributeOf(field, 'unique') === null ? [] : ['unique']),
      ],
      meaning: field.comment?.startsWith('///') === true ? field.comment.slice(3).trim() : null,
      note: `${field.name} ${typeNameOf(field)}${signs}`,
      place: `${this.#file}:${this.#lineOf(model.name, field.name)}`,
    };
  }

  /** The type of a field that refers to nothing, with all its rules. */
  #typed(model: Model, field: Field, place: string, line: number): Pick<ForeignField, 'type' | 'rules'> {
    const { rules } = this.#field(model, field, '');
    const isKey = attributeOf(field, 'id') !== null && !rules.includes('unique');
    const always = [...rules, ...(isKey ? ['unique'] : [])];
    const type = this.#typeOf(field);
    if (type === null) {
      this.#leave(
        line,
        `${place}: the type ${typeNameOf(field)}${field.array === true ? '[]' : ''} has no counterpart that is known to be the same`,
      );
      return { type, rules: always };
    }
    const size = sizesOf(field)[0];
    const bound = type === 'text' && size !== undefined ? [`..${size}`] : [];
    const standard = attributeOf(field, 'default');
    const value = standard === null ? null : defaultOf(valueOf(standard), type);
    if (standard !== null && value === null) this.#leave(line, `${place} has a default that is not taken`);
    if (attributeOf(field, 'updatedAt') !== null) this.#leave(line, `${place} is set at each change by Prisma`);
    return { type, rules: [...always, ...bound, ...(value === null ? [] : [`\`default ${value}\``])] };
  }

  #typeOf(field: Field): string | null {
    if (field.array === true || typeof field.fieldType !== 'string') return null;
    const values = this.#enums.get(field.fieldType);
    if (values !== undefined) return enumOf(values);
    const native = field.attributes?.find(({ group }) => group === 'db') ?? null;
    if (field.fieldType === 'Decimal') {
      const [precision, scale = 0] = sizesOf(field);
      return precision === undefined || scale > precision ? null : `decimal(${precision}, ${scale})`;
    }
    return NATIVE[native?.name ?? ''] ?? TYPES[field.fieldType] ?? null;
  }

  #unique(model: Model, own: ReadonlyMap<string, string>): readonly (readonly string[])[] {
    return model.properties.flatMap((each) => {
      if (each.type !== 'attribute' || (each.name !== 'unique' && each.name !== 'id')) return [];
      const fields = listIn(each.args?.[0]?.value).flatMap((name) => own.get(name) ?? []);
      return fields.length > 1 ? [fields] : [];
    });
  }

  #commentBefore(model: Model): string | null {
    const at = this.#schema.list.indexOf(model);
    const comments: string[] = [];
    for (let place = at - 1; place >= 0; place -= 1) {
      const block = this.#schema.list[place];
      if (block?.type !== 'comment' || !block.text.startsWith('///')) break;
      comments.unshift(block.text.slice(3).trim());
    }
    return comments.length === 0 ? null : comments.join(' ');
  }
}

/** The name of a field's type; a type that Prisma does not know (`Unsupported("…")`) is a function there. */
function typeNameOf({ fieldType }: Field): string {
  return typeof fieldType === 'string' ? fieldType : fieldType.name;
}

function isKnownBy(field: Field): boolean {
  if (/^(?:Int|BigInt)$/.test(typeNameOf(field))) return true;
  const standard = attributeOf(field, 'default');
  const value = standard === null ? null : valueOf(standard);
  return typeof value === 'object' && value !== null && 'name' in value && value.name === 'uuid';
}

function attributeOf(field: Field, name: string): Attribute | null {
  return field.attributes?.find((each) => each.name === name && each.group === undefined) ?? null;
}

function sizesOf(field: Field): readonly number[] {
  const native = field.attributes?.find(({ group }) => group === 'db');
  return native?.args?.map(({ value }) => Number(value)).filter(Number.isInteger) ?? [];
}

/** An argument of an attribute by its name, as a list. */
function argumentOf(field: Field, attribute: string, key: string): readonly string[] {
  const args = attributeOf(field, attribute)?.args ?? [];
  const found = args.map(({ value }) => value).find((value) => isPair(value) && value.key === key);
  return found === undefined || !isPair(found) ? [] : listIn(found.value);
}

function isPair(value: unknown): value is KeyValue {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'keyValue';
}

function isArray(value: unknown): value is RelationArray {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'array';
}

function listIn(value: unknown): readonly string[] {
  if (isPair(value)) return listIn(value.value);
  return isArray(value) ? value.args.map(String) : [String(value)];
}

function valueOf(attribute: Attribute): Value | KeyValue | undefined {
  return attribute.args?.[0]?.value;
}

function defaultOf(value: unknown, type: string): string | null {
  if (typeof value === 'object' && value !== null && 'name' in value)
    return value.name === 'now' ? (type === 'datetime' ? 'now()' : type === 'date' ? 'today()' : null) : null;
  const text = String(value);
  if (type === 'boolean' || type === 'integer' || type.startsWith('decimal'))
    return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? text : null;
  if (type.startsWith('enum(')) return choiceLiteral(text);
  return type === 'text' && /^".+"$/.test(text) ? literalOf(text.slice(1, -1)) : null;
}
