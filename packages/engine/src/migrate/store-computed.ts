import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { columnType, isListOfRecords } from '../sql/identifiers.ts';
import { type Change, plain, records, where } from './change.ts';
import { compareColumn, isKept } from './compare-column.ts';
import { type FieldColumn } from './describe.ts';

/**
 * A field that was computed and is stored now: each record keeps the value that people saw, and a default holds for
 * new records alone. If the value would be of another type there is no such value to keep, so it is refused.
 */
export function storeComputed(
  entity: Entity,
  former: Field,
  now: FieldColumn,
  before: PlanIndex,
  after: PlanIndex,
): Change[] {
  const { field } = now;
  const name = `${entity.name}.${field.name}`;
  const kept = { ...plain(field, `${name} is stored now, as it was computed`, []) };
  const next = { entity: entity.name, column: now, value: { kind: 'former' } } as const;
  if (former.type.kind === 'open' || isListOfRecords(former.type) || !isKept(former.type, field.type, before, after)) {
    const words = (n: number) =>
      `\`${name}\` was computed as \`${former.type.kind}\` and is stored as \`${field.type.kind}\` now: ${records(n)} would lose what was shown; store it as \`${former.type.kind}\`, or under another name`;
    return [{ ...kept, next: [{ ...next, value: { kind: 'empty' } }], obstacle: where(entity, words, null) }];
  }
  const old = { ...now, type: columnType(former.type, before.plan.settings), field: former };
  const changes = compareColumn(entity, old, now, before, after).map((change) => ({
    ...change,
    statements: [],
    next: change.next.filter(({ column }) => column.name !== now.name),
  }));
  return [...changes, { ...kept, next: [next] }];
}
