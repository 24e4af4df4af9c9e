import { z } from 'zod';
import type { Doors, DoorAnswer } from './doors.ts';

/** A tool for the agents of the product's users. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Words of this code alone: neither the document nor a record says anything in it. */
  readonly description: string;
  readonly input: Input;
  /** Whether it only reads, changes something, or may also remove something. */
  readonly effect: 'reads' | 'changes' | 'removes';
  run(input: z.output<Input>, doors: Doors): Promise<DoorAnswer>;
}

/** Types the input of a tool by its schema. */
export function tool<Input extends z.ZodObject>(stated: Tool<Input>): Tool {
  // The server validates what it hands over against this very schema.
  return stated;
}

/** It begins with a letter, so that no address of the product's own (`-/tokens`) is one. */
export const ENTITY = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][\w-]*$/)
  .describe('an entity, by the name that `describe` gives it');

/** No point in it, so that it names no other folder of an address. */
const ID = z
  .union([
    z
      .string()
      .max(100)
      .regex(/^[\w-]+$/),
    z.int().min(1),
  ])
  .describe('the id of a record');

/** One record. */
export const RECORD = { entity: ENTITY, id: ID };

export const SHAPE = {
  fields: z
    .string()
    .max(2000)
    .optional()
    .describe('only these, also through references, with commas: number,owner.name,lines.amount'),
  expand: z
    .string()
    .max(2000)
    .optional()
    .describe('references to answer as records, with commas: owner,lines.category'),
};

/** Conditions of a list, which all hold. */
export const FILTERS = {
  filters: z
    .record(z.string().max(500), z.union([z.string().max(4000), z.number(), z.boolean()]))
    .default({})
    .describe(
      'conditions that all hold, by field or path: {"status": "submitted", "total.gte": 100, "customer.name.contains": "Mo"}. Operators: .ne .in (values with commas) .lt .lte .gt .gte .contains .starts .null (true, false); a reference is its id',
    ),
  search: z.string().max(500).optional().describe('words to find in the texts of records'),
};

export const VALUES = z.record(z.string().max(200), z.json());

/** The part of a record's `version` that a write sends back. */
export const VERSION = z
  .string()
  .max(200)
  .regex(/^"[\w.-]+"$/)
  .optional()
  .describe('the version that `read` answered: the write is refused (STALE) if the record has changed since');

export const WRITE = {
  confirm: z
    .array(z.string().max(100).regex(/^\w+$/))
    .max(20)
    .default([])
    .describe(
      'codes under `confirm` of a refusal that only warns, once the person for whom you act has confirmed them',
    ),
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe('any text that is new for each write: repeated with the same one, it is done once'),
};
