import { isDeepStrictEqual } from 'node:util';
import { type Entity, type Expression, type Field, queriedEntities, readFields } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from '../run/write.ts';
import { compileFieldValue } from '../sql/expression.ts';
import { column, columnOf, quote, storedTable } from '../sql/identifiers.ts';
import { type Change, has, altering, records, where } from './change.ts';
import { isKept } from './compare-column.ts';
import { goneRemedy } from './gone.ts';

/**
 * A stored field that is computed from now on: nothing is lost if each record has the computed value already. Null if
 * it is not computed, or if its expression needs something that does not exist before the change, so that the values
 * can't be compared.
 */
export function computeStored(entity: Entity, former: Field, before: PlanIndex, after: PlanIndex): Change | null {
  const now = after.findField(entity.name, former.name);
  if (now === null || now.computed === null || !isKept(former.type, now.type, before, after)) return null;
  if (!isReadAlike(now.computed, before, after)) return null;
  const name = `${entity.name}.${former.name}`;
  return {
    ...altering(now, `${name} is computed now, and no longer stored`, entity.name, [
      `alter table ${storedTable(entity.name)} drop column ${quote(columnOf(former))}`,
    ]),
    obstacle: where(
      entity,
      (n) => `\`${name}\` is computed now: ${records(n)} ${has(n)} another value than it comes to`,
      `compute what these records have, keep the field and state the computed one under another name, or change these records first; or ${goneRemedy('field', former.name, entity.name, true)}`,
      (parameters) => {
        const context = { index: after, parameters, variables: new Map(), authority: null };
        const row = { kind: 'row', entity: entity.name, alias: THIS } as const;
        return `(${compileFieldValue(row, former.name, context)}) is distinct from ${column(THIS, columnOf(former))}`;
      },
    ),
  };
}

/** Whether everything that an expression reads exists before the change in the same form as afterwards. */
function isReadAlike(expression: Expression, before: PlanIndex, after: PlanIndex): boolean {
  return (
    queriedEntities(expression).every((entity) => before.findEntity(entity) !== null) &&
    readFields(expression).every(({ entity, field }) => {
      const [was, is] = [before.findField(entity, field), after.findField(entity, field)];
      if (was === null || is === null) return is === null && before.findEntity(entity) !== null;
      if (!isDeepStrictEqual(was.type, is.type) || !isDeepStrictEqual(was.computed, is.computed)) return false;
      return is.computed === null || isReadAlike(is.computed, before, after);
    })
  );
}
