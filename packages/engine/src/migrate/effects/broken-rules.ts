import type { Plan, Rule } from '@nonet/language';
import { hasGivenCall } from '../../run/validation/given-calls.ts';
import { readsVariable } from '../../run/reads.ts';
import { clauseContext, fromThis, perform, THIS } from '../../run/write.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column, columnOf, quote, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { readingWrite } from '../../timers/read-times.ts';
import type { ChangedMeaning } from './changed-meaning.ts';
import { type ConcernedRecords, concernedColumns, counted, wordsOfRecords } from './concerned-records.ts';
import type { EffectOptions } from './effect-options.ts';

const NONE: ConcernedRecords = { count: 0, ids: [] };

/** New or changed rules, and the stored records that break them: these can't be saved until they comply. */
export async function brokenRules(
  options: EffectOptions,
  former: Plan,
  isChanged: ChangedMeaning,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const rule of options.index.plan.rules) {
    const before = former.rules.find(({ name, entity }) => name === rule.name && entity === rule.entity);
    if (before !== undefined && !isChanged(before.condition, rule.condition)) continue;
    if (hasGivenCall(rule.condition)) {
      lines.push(
        `${rule.clause}: it hangs on a given function, which is called when a record is saved: how many records of ${rule.entity} break it is not counted`,
      );
      continue;
    }
    const found = await counted(() => findBroken(options, rule));
    if (typeof found === 'string')
      lines.push(`${rule.clause}: how many records of ${rule.entity} break this rule could not be counted: ${found}`);
    else if (found.count > 0)
      lines.push(
        `${rule.clause}: ${wordsOfRecords(found, rule.entity)} ${found.count === 1 ? 'breaks' : 'break'} this rule, and can't be saved by ${rule.on.join(', ')} until ${found.count === 1 ? 'it does' : 'they do'} not`,
      );
  }
  return lines;
}

/**
 * The stored records that break a rule. Considers only rules that judge a record by its stored values: without `old`,
 * without given functions,
 * and not on create alone.
 */
export async function findBroken(options: EffectOptions, rule: Rule): Promise<ConcernedRecords> {
  const { condition } = rule;
  if (
    condition === null ||
    readsVariable(condition, 'old') ||
    rule.on.every((cause) => cause === 'create') ||
    hasGivenCall(condition)
  )
    return NONE;
  const write = readingWrite(options);
  const [row] = await perform<ConcernedRecords>(write, `broken ${rule.clause}`, (parameters) => {
    const judged = compileCondition(condition, clauseContext(write, parameters, rule.entity));
    const isThere = `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
    return `select ${concernedColumns(column(THIS, 'id'))} ${fromThis(rule.entity)} where ${isThere} and ${mayCause(options, rule)} and not coalesce(${judged}, false)`;
  });
  return row ?? NONE;
}

/** For a rule about events alone: the condition that a record is in a state from which one of them starts. */
function mayCause({ index }: EffectOptions, rule: Rule): string {
  const workflow = index.workflow(rule.entity);
  if (workflow === null || workflow.field === null || rule.on.some((cause) => cause === 'create' || cause === 'update'))
    return 'true';
  const states = workflow.events
    .filter(({ name }) => rule.on.includes(name))
    .flatMap(({ transitions }) => transitions.flatMap(({ from }) => (from === null || from === 'new' ? [] : from)));
  const names = [...new Set(states)].map((name) => `'${quote(name).slice(1, -1)}'`);
  const field = index.findField(rule.entity, workflow.field);
  return names.length === 0 || field === null ? 'true' : `${column(THIS, columnOf(field))} in (${names.join(', ')})`;
}
