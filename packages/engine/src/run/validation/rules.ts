import { type ClauseAddress, type Message, type Rule, standardMessage, fieldsAffectedBy } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import type { FieldError } from '../../refusal.ts';
import { together } from '../../store/pool.ts';
import { beforeKey, slotsBefore, TablesBefore } from '../../sql/before.ts';
import type { SqlContext } from '../../sql/context.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column } from '../../sql/identifiers.ts';
import type { Slots } from '../../sql/parameters.ts';
import { brokenRows } from './broken-rows.ts';
import { callsIn, compileValues, givenCallReader, makeCalls } from './given-calls.ts';
import { renderMessage } from './message.ts';
import { standardError } from '../refuse.ts';
import { readsVariable } from '../reads.ts';
import {
  actorKey,
  type Cause,
  clauseContext,
  fromThis,
  isConfirmed,
  isOneOf,
  OLD,
  oneOf,
  perform,
  rowBefore,
  THIS,
  type Touched,
  touchedKey,
  type Write,
} from '../write.ts';

/** Touched records of one entity on which the same rules are judged, in one statement. */
interface Judged {
  readonly entity: string;
  readonly rules: readonly Rule[];
  /** Whether a rule reads `old` of existing records. */
  readonly readsBefore: boolean;
  readonly records: Touched[];
}

/** A rule, and the touched record that breaks it. */
export interface BrokenRule {
  readonly rule: Rule;
  readonly touched: Touched;
  /** The clause of the given function that could not decide it. */
  readonly undecided?: ClauseAddress;
}

/** Every rule that a touched record breaks (5): a rule sees the record as it would be saved, with the product's authority. */
export async function brokenRules(write: Write): Promise<BrokenRule[]> {
  return (await together([...judgements(write)].map((judged) => judge(write, judged)))).flat();
}

/**
 * The errors of broken rules, in the document's order, without rules that read a field which breaks its limit, or a
 * field computed from one.
 */
export async function ruleErrors(
  write: Write,
  found: readonly BrokenRule[],
  skipped: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<FieldError[]> {
  const broken = found.filter(({ rule, touched }) => {
    const bad = skipped.get(touchedKey(touched.entity, touched.id));
    if (bad === undefined) return true;
    const unknown = fieldsAffectedBy(write.index.entity(touched.entity).fields, bad);
    return !rule.fields.some((field) => unknown.has(field));
  });
  const order = new Map(write.index.plan.rules.map((rule, place) => [rule, place]));
  const places = new Map([...write.touched.values()].map((touched, place) => [touched, place]));
  broken.sort(
    (a, b) =>
      (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0) ||
      (places.get(a.touched) ?? 0) - (places.get(b.touched) ?? 0),
  );
  const errors: FieldError[] = [];
  for (const { rule, touched, undecided } of write.broken === undefined ? broken : noted(write, write.broken, broken))
    errors.push(
      undecided === undefined ? await ruleError(write, rule, touched) : failure(write, rule, touched, undecided),
    );
  return errors;
}

/** Notes the records that break rules, unless only warnings that are confirmed; answers one of these to be worded. */
function noted(write: Write, records: Set<string>, broken: readonly BrokenRule[]): readonly BrokenRule[] {
  const refusing = broken.filter(({ rule, undecided }) => {
    if (undecided !== undefined) return true;
    const code = rule.error ?? 'INVALID';
    return write.index.error(code)?.warning !== true || !isConfirmed(write, code);
  });
  for (const { touched } of refusing) records.add(touched.id);
  return refusing.slice(0, 1);
}

function judgements(write: Write): Iterable<Judged> {
  const groups = new Map<string, Judged>();
  for (const touched of write.touched.values()) {
    if (touched.deleted) continue;
    const applying = rulesOn(write.index, touched.entity, touched.causes);
    // If `must hold` is a gap, nothing is refused; each save that it might have refused counts as a hit.
    for (const rule of applying) if (rule.condition === null) write.hits.add(rule.clause);
    const rules = applying.filter((rule) => rule.condition !== null);
    if (rules.length === 0) continue;
    const readsOld = rules.some((rule) => rule.condition !== null && readsVariable(rule.condition, 'old'));
    const readsBefore = readsOld && touched.before !== null;
    const key = `${touched.entity} ${rules.map((rule) => rule.name).join(',')} ${readsBefore}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { entity: touched.entity, rules, readsBefore, records: [touched] });
    else group.records.push(touched);
  }
  return groups.values();
}

/** The rules that are judged on a record of this entity after these causes (5). */
export function rulesOn(index: PlanIndex, entity: string, causes: ReadonlySet<Cause>): Rule[] {
  return index.plan.rules.filter((rule) => rule.entity === entity && rule.on.some((cause) => causes.has(cause)));
}

async function judge(write: Write, judged: Judged): Promise<BrokenRule[]> {
  const { rules, records } = judged;
  const calls = callsIn(rules);
  // A given function is called with what is stored now, in this transaction, and the database decides with its value.
  const given =
    calls.length === 0
      ? null
      : await makeCalls(
          write.index,
          calls,
          await selectJudged(write, judged, 'values', (context) => compileValues(calls, context)),
        );
  const rows = await selectJudged(
    write,
    judged,
    'verdicts',
    (context) =>
      rules.map(
        ({ condition }, place) =>
          `${condition === null ? 'true' : compileCondition(condition, { ...context, givenCall: givenCallReader(calls, context.parameters) })} as rule_${place}`,
      ),
    given === null ? {} : { given: JSON.stringify(given.values) },
  );
  const byId = new Map(rows.map((row) => [row['record_id'], row]));
  return records.flatMap((touched) =>
    rules.flatMap((rule, place): BrokenRule[] => {
      const failed = given?.failed.find(({ recordId, of }) => recordId === touched.id && of.rules.includes(rule));
      if (failed !== undefined) return [{ rule, touched, undecided: `9.${failed.of.call.name}` }];
      return byId.get(touched.id)?.[`rule_${place}`] === true ? [] : [{ rule, touched }];
    }),
  );
}

/** Selects columns of the judged records, with what rules can read in reach. */
function selectJudged(
  write: Write,
  { entity, rules, readsBefore, records }: Judged,
  what: string,
  columns: (context: SqlContext) => readonly string[],
  slots: Slots = {},
): Promise<Record<string, unknown>[]> {
  const ids = records.map((touched) => touched.id);
  return perform(
    write,
    `rules ${what} ${entity} ${actorKey(write)} ${readsBefore ? beforeKey(write.rowsBefore) : ''} ${rules.map((rule) => rule.name).join(',')} ${records.length === 1}`,
    (parameters) => {
      for (const { clause } of rules) parameters.carryOut(clause);
      const tablesBefore = new TablesBefore(parameters, write.rowsBefore.keys());
      const old = readsBefore ? rowBefore(entity) : ({ kind: 'null' } as const);
      const context = { ...clauseContext(write, parameters, entity, { old }), tablesBefore };
      const selected = columns(context);
      const from = readsBefore
        ? `join ${tablesBefore.changedRows(entity)} ${OLD} on ${column(OLD, 'id')} = ${column(THIS, 'id')}`
        : '';
      return tablesBefore.within(
        `select ${column(THIS, 'id')} as record_id, ${selected.join(', ')} ${fromThis(entity)} ${from} where ${isOneOf(parameters, ids)}`,
      );
    },
    { ...oneOf(ids), ...(readsBefore && slotsBefore(write.rowsBefore)), ...slots },
  );
}

/** The error of a given function that could not decide a rule: at the rule's field, with the function's clause. */
function failure(write: Write, rule: Rule, touched: Touched, clause: ClauseAddress): FieldError {
  const name = rule.fields[0] ?? null;
  const field = name === null ? null : write.index.findField(rule.entity, name);
  const path = name === null || touched.path === null ? null : `${touched.path}${name}`;
  return { field: path, ...standardError(write.index, 'FUNCTION_FAILED', field?.label ?? null), clause };
}

async function ruleError(write: Write, rule: Rule, touched: Touched): Promise<FieldError> {
  const code = rule.error ?? 'INVALID';
  const name = rule.fields[0] ?? null;
  const field = name === null ? null : write.index.findField(rule.entity, name);
  const path = name === null || touched.path === null ? null : `${touched.path}${name}`;
  const rows = await brokenRows(write, rule, touched);
  return {
    field: path,
    code,
    message: await catalogueMessage(write, code, touched, field?.label ?? null),
    clause: rule.clause,
    ...(rows.length > 0 ? { rows } : {}),
  };
}

/** The words of an error of point 8, on the record that it is raised on. */
export async function catalogueMessage(
  write: Write,
  code: string,
  record: { entity: string; id: string },
  label: string | null,
): Promise<Message> {
  const error = write.index.error(code);
  const template = error?.messages[record.entity] ?? error?.messages[''];
  if (template === undefined) return standardMessage(code);
  return renderMessage(write, `8.${code}`, template, record, label);
}
