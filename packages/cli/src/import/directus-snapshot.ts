import { z } from 'zod';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const number = z.number().nullish();
const FIELD = z.object({
  collection: z.string(),
  field: z.string(),
  type: z.string(),
  meta: z
    .object({
      interface: text,
      special: z.array(z.string()).nullish(),
      options: z.record(z.string(), z.unknown()).nullish(),
      note: text,
      required: flag,
      readonly: flag,
      hidden: flag,
      conditions: z.unknown().optional(),
      validation: z.unknown().optional(),
      translations: z.unknown().optional(),
    })
    .nullish(),
  schema: z
    .object({
      data_type: text,
      default_value: z.unknown().optional(),
      max_length: number,
      numeric_precision: number,
      numeric_scale: number,
      is_nullable: flag,
      is_unique: flag,
      is_primary_key: flag,
      is_generated: flag,
      has_auto_increment: flag,
    })
    .nullish(),
});
const COLLECTION = z.object({
  collection: z.string(),
  meta: z.object({ note: text, singleton: flag, archive_field: text }).nullish(),
  schema: z.unknown().optional(),
});
const RELATION = z.object({
  collection: z.string(),
  field: z.string(),
  related_collection: text,
  meta: z.object({ one_allowed_collections: z.array(z.string()).nullish() }).nullish(),
  schema: z.object({ on_delete: text }).nullish(),
});
/** The parts of a snapshot that are read. */
export const SNAPSHOT = z.object({
  collections: z.array(COLLECTION),
  fields: z.array(FIELD),
  relations: z.array(RELATION).default([]),
});

export type DirectusField = z.infer<typeof FIELD>;
export type DirectusRelation = z.infer<typeof RELATION>;
export type Collection = z.infer<typeof COLLECTION>;
export type DirectusSnapshot = z.infer<typeof SNAPSHOT>;
