import { checkExpression } from '../../expression/check.ts';
import type { ExpressionProblem } from '../../expression/problem.ts';
import type { Schema, Scope } from '../../expression/scope.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import type { Model } from '../../model/model.ts';
import type { Origin } from '../../model/origins.ts';
import type { Declaration } from '../declare/declare.ts';
import { isThere } from '../analysis/build.ts';
import { originsOf } from '../declare/origins.ts';
import { BOOLEAN, recordType } from './types.ts';

/** The former records that a document makes entities of, in its order. */
export function statedOrigins({ entities }: Pick<Declaration, 'entities'>): Origin[] {
  return entities.flatMap(({ draft }) => {
    const stated = originsOf(draft);
    const entity = draft.name.text;
    return (stated?.of ?? []).map(({ entity: of, where }) => ({
      clause: `3.${entity}.settings.from`,
      entity,
      of: of.text,
      where: where?.text ?? null,
      key: stated?.key?.text ?? null,
    }));
  });
}

/** A document as far as its origins are read; those that earlier versions of Nonet have stored know none. */
export type WithOrigins = Pick<Model, 'entities'> & Partial<Pick<Model, 'origins'>>;

/** An origin whose names are known. */
export interface ResolvedOrigin {
  readonly origin: Origin;
  /** Over `this`, a record of the origin as the former document has it; null if there is none, or if it has errors. */
  readonly where: Expression | null;
  readonly key: Expression | null;
  /** Whether the former document has the entity. */
  readonly isKnown: boolean;
  readonly problems: { readonly where: readonly ExpressionProblem[]; readonly key: readonly ExpressionProblem[] };
}

/** Types that distinguish records, so that each value can have a record of its own. */
const KEYS: ReadonlySet<Type['kind']> = new Set([
  'text',
  'integer',
  'decimal',
  'money',
  'boolean',
  'date',
  'enum',
  'record',
]);

/**
 * Reads the origins of the entities that the former document does not have: only their first records are made.
 * @param isThere Whether the former document has an entity of the document, under any name.
 */
export function resolveOrigins(
  { entities, origins = [] }: WithOrigins,
  schema: Schema,
  isThere: (entity: string) => boolean,
): ResolvedOrigin[] {
  return origins
    .filter(({ entity }) => !isThere(entity) && entities.some(({ name }) => name === entity))
    .map((origin) => {
      const { of, where, key } = origin;
      const nothing = { expression: null, problems: [] };
      const isKnown = schema.entities.has(of);
      if (!isKnown) return { origin, where: null, key: null, isKnown, problems: { where: [], key: [] } };
      const scope = { variables: { this: recordType(of) }, bare: ['this'] } satisfies Partial<Scope>;
      const which = where === null ? nothing : checkExpression(where, { ...scope, purpose: 'where' }, schema, BOOLEAN);
      const each =
        key === null
          ? nothing
          : checkExpression(key, { ...scope, purpose: 'computed', mayBeEmpty: true }, schema, null);
      return {
        origin,
        where: which.expression,
        key: each.expression,
        isKnown,
        problems: { where: which.problems, key: each.problems },
      };
    });
}

/** Conditions that hold for each former record from which another one is made. */
export function knownOf({ where, key }: ResolvedOrigin): Expression[] {
  return [...(where === null ? [] : [where]), ...(key === null ? [] : [isThere(key)])];
}

/** Whether an expression can be a key: lists, files and the like can't. */
export function isKey({ type }: Expression): boolean {
  return KEYS.has(type.kind);
}

/**
 * The value of a `from` of a reference to a made entity: the former record from which it is made, or its key; with
 * several origins, either.
 */
export function madeFromTypes(origins: readonly ResolvedOrigin[], nullable: boolean): Type[] {
  return origins.flatMap(({ origin, key }): Type[] => {
    if (origin.key !== null) return key === null ? [] : [{ ...key.type, nullable }];
    return [recordType(origin.of, nullable)];
  });
}
