import type { Entity, Erased, Field } from './entities.ts';

/** A field whose value goes when its person is erased. */
export type ErasedField = Field & { readonly erased: Erased };

/** The records of an entity that are about a person, and their fields that are erased with them. */
export interface ErasedRecords {
  readonly entity: Entity;
  /** The reference by which a record is about the person; null: the record is that of the person itself. */
  readonly by: string | null;
  readonly fields: readonly ErasedField[];
}

/** Nobody receives a mail at an address there (RFC 2606). */
const ERASED_DOMAIN = 'erased.invalid';

/** The address of a person who is erased: each has their own, because addresses are unique. */
export function erasedAddress(id: string): string {
  return `${id}@${ERASED_DOMAIN}`;
}

/** All that goes when a person is erased (3), that of the person itself first; none if the document erases nobody. */
export function erasedRecords(entities: readonly Entity[]): readonly ErasedRecords[] {
  const found = entities.flatMap((entity): ErasedRecords[] => {
    const fields = entity.fields.filter((field): field is ErasedField => field.erased !== undefined);
    return [...Map.groupBy(fields, ({ erased }) => erased.with)].map(([by, own]) => ({ entity, by, fields: own }));
  });
  const person = entities.find(({ name }) => name === 'User');
  if (found.length === 0 || person === undefined) return [];
  const own = found.find(({ by }) => by === null) ?? { entity: person, by: null, fields: [] };
  return [own, ...found.filter(({ by }) => by !== null)];
}
