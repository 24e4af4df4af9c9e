import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { holdsValue, knownDefault } from '../../run/known-default.ts';
import { THIS } from '../../run/write.ts';
import { columnOf, quote } from '../../sql/identifiers.ts';
import { type Change, forbidden, has, type Obstacle, plain, records, where } from '../change.ts';
import type { ColumnDescription } from '../describe.ts';
import { keptValue } from './kept-column.ts';

// A version that is put to use again gets the values back from which a `from` without `back` computed new ones.

/**
 * The values of the column of `sinceName`: the record was made since, or was given another value since. Null: its value is the
 * one that was computed.
 */
export const MADE = 'made';
export const CHANGED = 'changed';

/** A field of the version in use that was filled one way, and the columns that the storage keeps for it. */
export interface KeptOneWay {
  /** The column that tells which records were given other values since. */
  readonly since: string;
  /** The column with the former values; null if the former version has no such field. */
  readonly kept: string | null;
}

/** By `Entity.field` in the names of the version that is put to use again. */
export type KeptOneWays = ReadonlyMap<string, KeptOneWay>;

/** The document in use can say it: nothing has to be done for it there. */
const REMEDY =
  'add `back …` to its `from` in the document in use, and put that to use first; or change these records back';

/**
 * A field that has its former values again. Records that were given another value since, or that lack one, close the
 * way back.
 */
export function restoreConverted(
  entity: Entity,
  column: ColumnDescription,
  { field, previous }: { readonly field: Field; readonly previous: Field },
  before: PlanIndex,
  { since, kept }: { readonly since: string; readonly kept: string },
): Change[] {
  const name = `${entity.name}.${field.name}`;
  const summary = `${name} has its former values again`;
  const value = keptValue(field, kept);
  const restored: Change = {
    ...plain(field, summary, []),
    next: [{ entity: entity.name, column, value }],
    obstacle: givenSince(entity, previous, before, since),
  };
  if (!field.required || field.default !== null || field.type.kind === 'many') return [restored];
  const lacks = where(
    entity,
    (n) => `\`${name}\` is required, and ${records(n)} that ${n === 1 ? 'was' : 'were'} made since ${has(n)} none`,
    REMEDY,
    () => `${THIS}.${quote(since)} = '${MADE}' and ${THIS}.${quote(kept)} is null`,
  );
  return [restored, forbidden(field, summary, { ...lacks, isOfPresent: true })];
}

/** Forbids the way back if records were given values of a field since that the former version has no place for. */
export function givenSince(entity: Entity, field: Field, before: PlanIndex, since: string): Obstacle {
  const isDefault = knownDefault(entity, field, before);
  const obstacle = where(
    entity,
    (n) =>
      `\`${entity.name}.${field.name}\` was given another value since in ${records(n)}, and nothing says how it becomes the former one`,
    REMEDY,
    (parameters) => {
      const own = `${holdsValue(field, columnOf(field))}${isDefault === null ? '' : ` and ${isDefault(parameters)} is not true`}`;
      return `${THIS}.${quote(since)} = '${CHANGED}' or (${THIS}.${quote(since)} = '${MADE}' and ${own})`;
    },
  );
  return { ...obstacle, isOfPresent: true };
}
