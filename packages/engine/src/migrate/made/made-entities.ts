import { type Entity, type Expression, readFields, type ResolvedOrigin } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { hasSharedDefault } from '../../run/known-default.ts';
import { SYSTEM_COLUMNS, tableName } from '../../sql/identifiers.ts';
import type { NextColumn, NextValue } from '../change.ts';
import { enteredNow } from '../compare-column.ts';
import { describeTables, type TableDescription } from '../describe.ts';
import type { PlannedConversion, PlannedConversions } from '../planned-conversions.ts';

/** An entity of the new document whose first records are made from former ones (3, the setting `from`). */
export interface MadeEntity {
  readonly entity: Entity;
  readonly description: TableDescription;
  /** One for each former entity whose records it is made from. */
  readonly origins: readonly MadeOrigin[];
  /**
   * Whether there is one record for each value of a key; otherwise there is one for each record, with that record's
   * id.
   */
  readonly isKeyed: boolean;
  /** Its columns with what the records get in them; a conversion is one of each origin's. */
  readonly columns: readonly NextColumn[];
}

/** Former records that others are made from. */
export interface MadeOrigin {
  /** The origin's former name. */
  readonly entity: string;
  /** Its table in the storage in use. */
  readonly table: string;
  /** The condition on its records; null: all. */
  readonly where: Expression | null;
  readonly key: Expression | null;
  /** The conversions by field. */
  readonly conversions: ReadonlyMap<string, PlannedConversion>;
}

/** The entities that a change makes from the records of others, by name. */
export function planMade(after: PlanIndex, conversions: PlannedConversions): ReadonlyMap<string, MadeEntity> {
  const names = new Set(conversions.origins.map(({ origin }) => origin.entity));
  if (names.size === 0) return new Map();
  return new Map(
    describeTables(after)
      .filter(({ entity }) => names.has(entity.name))
      .map((description) => [description.entity.name, madeEntity(after, description, conversions)]),
  );
}

function madeEntity(after: PlanIndex, description: TableDescription, conversions: PlannedConversions): MadeEntity {
  const { entity } = description;
  const origins = conversions.origins
    .filter(({ origin }) => origin.entity === entity.name)
    .map((resolved) => madeOrigin(resolved, conversions.made));
  const initial = after.workflow(entity.name)?.states.find(({ kind }) => kind === 'initial') ?? null;
  const columns = description.columns.flatMap((column): NextColumn[] => {
    const { field } = column;
    if (column.name === SYSTEM_COLUMNS.enteredAt) return initial === null ? [] : [{ ...enteredNow(entity), column }];
    if (field === null) return [];
    const isConverted = origins.some((origin) => origin.conversions.has(field.name));
    const value: NextValue = isConverted
      ? { kind: 'conversion' }
      : hasSharedDefault(field)
        ? { kind: 'default', field }
        : field.type.kind === 'state' && initial !== null
          ? { kind: 'text', text: initial.name }
          : { kind: 'empty' };
    return [{ entity: entity.name, column, value }];
  });
  return { entity, description, origins, isKeyed: origins.some(({ key }) => key !== null), columns };
}

function madeOrigin({ origin, where, key }: ResolvedOrigin, made: PlannedConversions['made']): MadeOrigin {
  const own = made.filter((each) => each.origin?.entity === origin.entity && each.origin.of === origin.of);
  return {
    entity: origin.of,
    table: tableName(origin.of),
    where,
    key,
    conversions: new Map(own.map((each) => [each.conversion.field, each])),
  };
}

/** The fields that the making of records reads, by their former names: their values have a place. */
export function fieldsMadeFrom(made: Iterable<MadeEntity>): ReadonlySet<string> {
  const expressions = [...made].flatMap(({ origins }) =>
    origins.flatMap(({ where, key, conversions }) => [
      // If a field is the whole condition, the existence of a record tells the field's value.
      where?.kind === 'field' ? where : null,
      key,
      ...[...conversions.values()].map(({ expression }) => expression),
    ]),
  );
  return new Set(
    expressions.flatMap((expression) =>
      expression === null ? [] : readFields(expression).map(({ entity, field }) => `${entity}.${field}`),
    ),
  );
}
