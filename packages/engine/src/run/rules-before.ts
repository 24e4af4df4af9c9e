import { type Expression, replaceOfOld, type Rule } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { compileExpression } from '../sql/expression.ts';
import { column, quote, sqlType } from '../sql/identifiers.ts';
import {
  actorKey,
  clauseContext,
  fromThis,
  isOneOf,
  oneOf,
  perform,
  THIS,
  touchedKey,
  type ValueBefore,
  type Write,
} from './write.ts';

/** What rules on an entity read of `old` that hangs on other records: computed fields, lists, fields of references. */
interface Reading {
  readonly conditions: ReadonlyMap<Rule, Expression>;
  readonly values: readonly { readonly name: string; readonly of: Expression }[];
}

const readings = new WeakMap<PlanIndex, Map<string, Reading>>();

/** The condition of a rule with names in the place of what it reads of `old` and of other records; null where it reads none. */
export function conditionOnBefore(index: PlanIndex, rule: Rule): Expression | null {
  return readingOf(index, rule.entity).conditions.get(rule) ?? null;
}

/**
 * Reads what rules will ask of records as they were, while nothing of them or of what they are computed from is written
 * (5: `old`). What is known already, and what this transaction has created, is left.
 */
export async function readForRules(write: Write, entity: string, ids: readonly string[]): Promise<void> {
  const { values } = readingOf(write.index, entity);
  if (values.length === 0) return;
  const unknown = [...new Set(ids)].filter((id) => {
    const key = touchedKey(entity, id);
    return !write.former.has(key) && !write.touched.has(key);
  });
  if (unknown.length === 0) return;
  const rows = await perform<Record<string, string | null>>(
    write,
    `for rules ${entity} ${actorKey(write)} ${unknown.length === 1}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity, { old: { kind: 'row', entity, alias: THIS } });
      const selected = values.map(
        ({ name, of }) => `(${compileExpression(of, context)})::${sqlType(of.type)}::text as ${quote(name.slice(1))}`,
      );
      return `select ${[`${column(THIS, 'id')} as record_id`, ...selected].join(', ')} ${fromThis(entity)} where ${isOneOf(parameters, unknown)}`;
    },
    oneOf(unknown),
  );
  for (const { record_id: id, ...row } of rows) {
    const before = values.map(({ name, of: { type } }): [string, ValueBefore] => {
      const target = type.kind === 'record' ? type.entity : null;
      return [name, { sqlType: sqlType(type), entity: target, value: row[name.slice(1)] ?? null }];
    });
    write.former.set(touchedKey(entity, id ?? ''), Object.fromEntries(before));
  }
}

function readingOf(index: PlanIndex, entity: string): Reading {
  const known = readings.get(index) ?? new Map<string, Reading>();
  readings.set(index, known);
  let reading = known.get(entity);
  if (reading === undefined) known.set(entity, (reading = makeReading(index, entity)));
  return reading;
}

function makeReading(index: PlanIndex, entity: string): Reading {
  const values: { name: string; of: Expression }[] = [];
  const conditions = new Map<Rule, Expression>();
  for (const rule of index.plan.rules) {
    if (rule.entity !== entity || rule.condition === null) continue;
    const count = values.length;
    const condition = replaceOfOld(rule.condition, (part) => {
      if (isInItsRow(index, entity, part)) return part;
      // A dollar, with which no name of a document begins, stands in none.
      const name = `$former${values.length}`;
      values.push({ name, of: part });
      return { kind: 'variable', name, type: part.type };
    });
    if (values.length > count) conditions.set(rule, condition);
  }
  return { conditions, values };
}

/** Whether a part of `old` stands in the record's own row, which is kept as it was. */
function isInItsRow(index: PlanIndex, entity: string, part: Expression): boolean {
  if (part.kind === 'variable') return true;
  if (part.kind !== 'field' || part.of.kind !== 'variable') return false;
  const field = index.findField(entity, part.field);
  return field === null || (field.computed === null && !['children', 'all'].includes(field.type.kind));
}
