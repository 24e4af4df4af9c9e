import type { Expression, Query, Rule } from '@nonet/language';
import { compileRecords } from '../../sql/expression.ts';
import { column } from '../../sql/identifiers.ts';
import { readsVariable } from '../reads.ts';
import { authorityKey, clauseContext, fromThis, perform, THIS, type Touched, type Write } from '../write.ts';

/** The maximum number of rows that a refusal names. */
const MOST_ROWS = 10;

/**
 * The ids of the rows that break a rule over all rows of a list (`all(lines have …)`), in the order of the list, if the
 * actor may read everything that decides it (6); none for any other rule.
 */
export async function brokenRows(write: Write, rule: Rule, touched: Touched): Promise<readonly string[]> {
  const query = rowsOf(rule);
  if (query === null || write.system) return [];
  const found = await perform(
    write,
    `broken rows ${rule.clause} ${authorityKey(write)}`,
    (parameters) => {
      const context = { ...clauseContext(write, parameters, rule.entity), authority: write.authority };
      return `select broken.id as row_id ${fromThis(rule.entity)} cross join lateral (${compileRecords(query, context, false)}) broken where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} order by broken.place limit ${MOST_ROWS}`;
    },
    { id: touched.id },
  );
  return found.map((row) => String(row.row_id));
}

/** A query for the rows of the record's own list that break the rule. */
function rowsOf({ condition }: Rule): Query | null {
  if (condition?.kind !== 'query' || condition.form !== 'all' || condition.value === null) return null;
  const { source, where, value } = condition;
  if (source.kind !== 'list' || source.of.kind !== 'variable' || source.of.name !== 'this') return null;
  if (readsVariable(condition, 'old')) return null;
  const broken: Expression = { kind: 'unary', operator: 'not', operand: value, type: value.type };
  return {
    ...condition,
    form: 'first',
    type: { kind: 'record', entity: source.entity, nullable: true },
    where: where === null ? broken : { kind: 'binary', operator: 'and', left: where, right: broken, type: value.type },
    value: null,
  };
}
