import { type Entity, type Field, hasValue, type Plan } from '@nonet/language';
import { indexPlan, type PlanIndex } from '../../plan-index.ts';
import { clauseContext, fromThis, perform, THIS } from '../../run/write.ts';
import { compileFieldValue } from '../../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { readingWrite } from '../../timers/read-times.ts';
import type { ChangedMeaning } from './changed-meaning.ts';
import { type ConcernedRecords, concernedColumns, counted, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';

/** Computed fields with another expression, and the stored records whose value changes by that. */
export async function otherComputedValues(
  options: EffectOptions,
  former: Plan,
  isChanged: ChangedMeaning,
): Promise<readonly string[]> {
  const { index } = options;
  const before = indexPlan(former, index.environment);
  const lines: string[] = [];
  for (const entity of index.plan.entities)
    for (const field of entity.fields) {
      const was = before.findField(entity.name, field.name);
      if (was === null || was.computed === null || field.computed === null) continue;
      if (!isChanged(was.computed, field.computed) || !isComparable(was) || !isComparable(field)) continue;
      const found = await counted(() => findOthers(options, before, entity, field));
      if (typeof found === 'string')
        lines.push(`${field.clause} is computed otherwise: which records show another value could not be counted`);
      else if (found.count > 0)
        lines.push(
          `${field.clause} is computed otherwise: ${wordsOfRecords(found, entity.name)} ${found.count === 1 ? 'shows' : 'show'} another value`,
        );
    }
  return lines;
}

/** Lists of records and what is not shown have no value to compare. */
function isComparable({ type }: Field): boolean {
  return hasValue(type, 'boolean', 'number', 'text', 'choice', 'made text', 'date', 'datetime', 'time');
}

/** The records of which a field comes to something else than by the former document. */
async function findOthers(
  options: EffectOptions,
  before: PlanIndex,
  entity: Entity,
  field: Field,
): Promise<ConcernedRecords> {
  const write = readingWrite(options);
  const [row] = await perform<ConcernedRecords>(write, `computed otherwise ${field.clause}`, (parameters) => {
    const context = clauseContext(write, parameters, entity.name);
    const record = { kind: 'row', entity: entity.name, alias: THIS } as const;
    const is = compileFieldValue(record, field.name, context);
    const was = compileFieldValue(record, field.name, { ...context, index: before });
    return `select ${concernedColumns(column(THIS, 'id'))} ${fromThis(entity.name)} where ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null and (${is}) is distinct from (${was})`;
  });
  return row ?? { count: 0, ids: [] };
}
