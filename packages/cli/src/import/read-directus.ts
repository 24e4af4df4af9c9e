import { Failure } from '../failure.ts';
import {
  type Collection,
  type DirectusField,
  type DirectusRelation,
  type DirectusSnapshot,
  SNAPSHOT,
} from './directus-snapshot.ts';
import { fieldTypeOf } from './directus-types.ts';
import {
  type Foreign,
  type ForeignEntity,
  type ForeignField,
  type ForeignFile,
  type LeftOut,
  NotReadable,
} from './foreign.ts';
import { EntityNames, FieldNames } from './names.ts';
import { listOf, objectOf, readStructured } from './structured-file.ts';

/** Collections of Directus itself. */
const OWN = /^directus_/;
/** Parts of a snapshot that say what people may do, or what happens. */
const OTHERS = ['roles', 'policies', 'access', 'permissions', 'flows', 'operations', 'webhooks', 'systemFields'];

/** A snapshot of Directus, as `directus schema snapshot` writes it (YAML or JSON). */
export function readDirectus(file: ForeignFile): Foreign {
  const given = objectOf(readStructured(file));
  // Its API answers a snapshot within `data`.
  const root = given['collections'] === undefined && given['data'] !== undefined ? objectOf(given['data']) : given;
  const read = SNAPSHOT.safeParse(root);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new NotReadable(
      `#/${issue?.path.join('/') ?? ''}`,
      `this is no snapshot of Directus: ${issue?.message ?? ''}`,
    );
  }
  const leftOut = OTHERS.flatMap((part) =>
    listOf(root[part]).map(
      (_, place): LeftOut => ({ place: `${file.name}#/${part}/${place}`, what: `${part} that are not taken` }),
    ),
  );
  return new Snapshot(file.name, read.data, leftOut).read();
}

class Snapshot {
  readonly #file: string;
  readonly #snapshot: DirectusSnapshot;
  readonly #entities: ReadonlyMap<string, string>;
  readonly #leftOut: LeftOut[];

  constructor(file: string, snapshot: DirectusSnapshot, leftOut: LeftOut[]) {
    this.#file = file;
    this.#snapshot = snapshot;
    this.#leftOut = leftOut;
    const names = new EntityNames();
    // A collection without a table is a folder of others.
    const tables = snapshot.collections.filter(({ collection, schema }) => schema !== null && !OWN.test(collection));
    this.#entities = new Map(tables.map(({ collection }) => [collection, names.give(collection, true)]));
  }

  read(): Foreign {
    if (this.#entities.size === 0)
      throw new Failure(`${this.#file} has no collection: there is nothing to begin a document from.`);
    const entities = this.#snapshot.collections.flatMap(
      (collection, place) => this.#entity(collection, `#/collections/${place}`) ?? [],
    );
    this.#snapshot.fields.forEach(({ collection, field }, place) => {
      if (OWN.test(collection))
        this.#leave(`#/fields/${place}`, `${collection}.${field}: a field of a collection of Directus itself`);
    });
    return { entities, rules: [], leftOut: this.#leftOut };
  }

  #leave(pointer: string, what: string): void {
    this.#leftOut.push({ place: `${this.#file}${pointer}`, what });
  }

  #entity({ collection, meta }: Collection, pointer: string): ForeignEntity | null {
    const name = this.#entities.get(collection);
    if (name === undefined) return null;
    if (meta?.singleton === true) this.#leave(pointer, `${collection} has one record`);
    if (meta?.archive_field) this.#leave(pointer, `${collection} is archived by ${meta.archive_field}`);
    const names = new FieldNames();
    let hasIntegerId = false;
    const fields = this.#snapshot.fields.flatMap((field, place): readonly ForeignField[] => {
      if (field.collection !== collection) return [];
      const isKey = field.schema?.is_primary_key === true;
      if (isKey && /^(?:big)?integer$/i.test(field.type)) hasIntegerId = true;
      if (isKey && /^(?:uuid|(?:big)?integer)$/i.test(field.type)) return [];
      const own = this.#field(field, `#/fields/${place}`, names);
      return own === null ? [] : [own];
    });
    return { name, prose: meta?.note ?? null, fields, unique: [], hasIntegerId, place: `${this.#file}${pointer}` };
  }

  #field(field: DirectusField, pointer: string, names: FieldNames): ForeignField | null {
    const { meta, schema } = field;
    const special = meta?.special ?? [];
    const path = `${field.collection}.${field.field}`;
    const leave = (what: string) => this.#leave(pointer, `${path}: ${what}`);
    if (field.type === 'alias' || schema === null || schema === undefined) {
      // The other side of a reference says nothing more, and parts of a form store nothing.
      if (special.includes('m2a')) leave('refers to records of several collections');
      return null;
    }
    const relation =
      this.#snapshot.relations.find((each) => each.collection === field.collection && each.field === field.field) ??
      null;
    const withoutId = field.field.replace(/_?id$/i, '');
    const name = names.give(field.field, relation !== null && withoutId !== '' ? withoutId : null);
    const typed =
      schema.is_generated === true
        ? null
        : relation === null
          ? fieldTypeOf(field, leave)
          : this.#reference(field, relation, leave);
    if (schema.is_generated === true) leave('is computed by the database: its field is not shown');
    if (typed?.type && special.some((each) => each.endsWith('-updated'))) leave('is set at each change by Directus');
    if (listOf(meta?.conditions).length > 0) leave('changes under conditions');
    const isRequired = meta?.required === true || schema.is_nullable === false;
    const isUnique = (schema.is_unique === true || schema.is_primary_key === true) && typed?.type;
    const marks = [meta?.readonly === true ? 'read only' : '', meta?.hidden === true ? 'hidden' : ''].filter(
      (mark) => mark !== '',
    );
    return {
      name,
      label: labelIn(meta?.translations),
      type: typed?.type ?? null,
      rules: [...(isRequired ? [] : ['optional']), ...(isUnique ? ['unique'] : []), ...(typed?.rules ?? [])],
      meaning: meta?.note ?? null,
      note: [field.field, field.type, ...(meta?.interface ? [meta.interface] : []), ...marks].join(' '),
      place: `${this.#file}${pointer}`,
    };
  }

  #reference(
    { meta }: DirectusField,
    { related_collection: related, schema }: DirectusRelation,
    leave: (what: string) => void,
  ): { readonly type: string | null; readonly rules: readonly string[] } {
    const deletes = { CASCADE: ['cascade'], 'SET NULL': ['clear'] }[schema?.on_delete ?? ''] ?? [];
    if (!related) {
      leave('refers to records of several collections');
      return { type: null, rules: [] };
    }
    if (related === 'directus_files') {
      if (meta?.interface === 'file-image') return { type: 'image', rules: [] };
      leave('is a file, of which the types are not known');
      return { type: null, rules: [] };
    }
    if (related === 'directus_users')
      return {
        type: 'User',
        rules: [...deletes, ...(meta?.special?.includes('user-created') === true ? ['default user'] : [])],
      };
    const entity = this.#entities.get(related);
    if (entity === undefined) leave(`refers to ${related}, which is not here`);
    return { type: entity ?? null, rules: entity === undefined ? [] : deletes };
  }
}

/** The name of a field in English, where it has one. */
function labelIn(translations: unknown): string | null {
  for (const each of listOf(translations)) {
    const { language, translation } = objectOf(each);
    if (typeof translation === 'string' && /^en(?:-|$)/.test(String(language))) return translation;
  }
  return null;
}
