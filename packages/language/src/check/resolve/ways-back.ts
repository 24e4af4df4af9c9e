import { readFields } from '../../expression/read-fields.ts';
import type { Conversion } from '../../model/conversions.ts';
import type { Model } from '../../model/model.ts';
import { type NamedParts, renamesBack } from '../../model/pair-documents.ts';
import { type Currency, type Former, type ResolvedConversion, resolveConversions } from './conversions.ts';

/** A document as what leads back from it, or to it, needs it. */
export type Convertible = NamedParts & Partial<Pick<Model, 'origins'>> & Former & Currency;

/** A `back` whose field and names are known. */
export interface ResolvedBack extends ResolvedConversion {
  /** The conversion that it takes back, and which of its ways back it is. */
  readonly of: Conversion;
  readonly place: number;
}

/** A `back` that leads to no field of the former document. */
export interface UnplacedBack {
  readonly of: Conversion;
  readonly place: number;
  readonly target: string | null;
  /** The fields that it may mean. */
  readonly candidates: readonly string[];
  readonly reason: 'several' | 'unknown';
}

/**
 * Reads the ways back of conversions: each as a conversion of the former document (by its names), over this one. Those of
 * entities that the former one does not have are left out.
 */
export function resolveWaysBack(
  now: Convertible,
  conversions: readonly Conversion[],
  former: Convertible,
): { readonly resolved: readonly ResolvedBack[]; readonly unplaced: readonly UnplacedBack[] } {
  const resolved: ResolvedBack[] = [];
  const unplaced: UnplacedBack[] = [];
  const renames = renamesBack(now, former);
  for (const { conversion, entity, expression, origin } of resolveConversions(now, conversions, former)) {
    if (origin !== undefined) {
      // A made record belongs to no former one: the way back is at the field that refers to it.
      for (const [place, { field: target }] of (conversion.back ?? []).entries())
        unplaced.push({
          of: conversion,
          place,
          target,
          candidates: [],
          reason: target === null ? 'several' : 'unknown',
        });
      continue;
    }
    const stored = new Set(
      former.entities
        .find(({ name }) => name === entity)
        ?.fields.flatMap(({ name, computed, type }) => (computed === null && type.kind !== 'all' ? [name] : [])),
    );
    const read = expression === null ? [] : readFields(expression).filter((each) => each.entity === entity);
    const candidates = [...new Set(read.map(({ field }) => field))].filter((field) => stored.has(field));
    for (const [place, { field: target, text }] of (conversion.back ?? []).entries()) {
      const field = target ?? (candidates.length === 1 ? candidates[0] : undefined);
      if (field === undefined || !stored.has(field)) {
        const reason = target === null ? 'several' : 'unknown';
        // If the `from` has errors itself, it is not known what it reads.
        if (reason === 'unknown' || expression !== null)
          unplaced.push({ of: conversion, place, target, candidates, reason });
        continue;
      }
      const back: Conversion = { clause: `3.${entity}.${field}`, entity, field, text };
      for (const each of resolveConversions({ ...former, renames, origins: [] }, [back], now))
        resolved.push({ ...each, of: conversion, place });
    }
  }
  return { resolved, unplaced };
}
