import type { Type } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { moneyScale } from '../../sql/identifiers.ts';
import { wireIdOf, wireValueOfType } from '../../sql/wire.ts';

/** A tile's value, or the key of a group, as it is on the wire. */
export function wireOfTile(sql: string, type: Type, { index }: SqlContext): string {
  if (type.kind === 'record') return wireIdOf(index, type.entity, sql);
  return wireValueOfType(type.kind === 'money' ? `round(${sql}, ${moneyScale(type, index.plan.settings)})` : sql, type);
}
