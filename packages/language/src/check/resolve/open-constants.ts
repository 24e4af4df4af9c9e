import { type NeverDone, wordsOfGap } from '../../diagnostics/codes/reasons/gaps.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { diagnose } from '../../diagnostics/diagnose.ts';
import type { Expression } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import type { Model } from '../../model/model.ts';
import { timesOf } from '../../model/states.ts';
import type { Findings } from '../make-context.ts';

type Parts = Pick<Model, 'constants' | 'entities' | 'states' | 'calls'>;

/**
 * Timers (4) and schedules (7) that never run because a constant of point 9 is not shown, which no refused request would
 * tell, and writes that a field refuses because of it (3), where whoever writes need not know of the field. The gap of
 * the constant reports them.
 */
export function reportOpenConstants(findings: Findings, parts: Parts): void {
  const open = new Set(parts.constants.flatMap(({ name, value }) => (value.kind === 'open' ? [name] : [])));
  if (open.size === 0) return;
  const stopped = new Map<string, Map<string, NeverDone>>();
  for (const { what, expression } of [...unattended(parts), ...neededByWrites(parts)])
    for (const name of constantsOf(expression, parts.entities, open)) {
      const all = stopped.get(name) ?? new Map<string, NeverDone>();
      stopped.set(name, all.set(JSON.stringify(what), what));
    }
  for (const [name, all] of stopped) {
    const clause = `9.${name}`;
    const gap = findings.gaps.findIndex((each) => each.clause === clause);
    const reported = findings.diagnostics.findIndex((each) => each.code === 'N048' && each.clause === clause);
    const diagnostic = findings.diagnostics[reported];
    if (gap < 0 || diagnostic === undefined) continue;
    const details = { clause, consequence: { because: 'value', name }, neverDone: [...all.values()] } as const;
    findings.gaps[gap] = { clause, consequence: wordsOfGap(details) };
    findings.diagnostics[reported] = diagnose('N048', TABLE_CODES.N048, details, diagnostic.span, { clause });
  }
}

/** Expressions that decide whether the product does something by itself, and what it does not do without them. */
function* unattended({
  states,
  calls,
}: Parts): Generator<{ readonly what: NeverDone; readonly expression: Expression }> {
  for (const { events } of states)
    for (const row of events.flatMap((event) => event.transitions))
      for (const trigger of row.by) {
        if (trigger.kind !== 'after' && trigger.kind !== 'every' && trigger.kind !== 'at') continue;
        const what = { because: 'timer', clause: row.clause } as const;
        for (const expression of timesOf(trigger)) yield { what, expression };
        if (row.when !== null) yield { what, expression: row.when };
      }
  for (const call of calls)
    for (const { schedule, condition } of call.when)
      if (schedule !== null && condition !== null)
        yield { what: { because: 'call', name: call.name }, expression: condition };
}

/** Expressions of fields without which a record can't be written. */
function* neededByWrites({
  entities,
}: Parts): Generator<{ readonly what: NeverDone; readonly expression: Expression }> {
  for (const { name: entity, fields } of entities)
    for (const { name: field, default: standard, when } of fields) {
      if (standard !== null) yield { what: { because: 'create', entity, field }, expression: standard };
      if (when !== null) yield { what: { because: 'write', entity, field }, expression: when };
    }
}

/** The constants among these that an expression needs, directly or through computed fields. */
function constantsOf(
  expression: Expression,
  entities: Parts['entities'],
  of: ReadonlySet<string>,
  seen: Set<Expression> = new Set(),
): Set<string> {
  const found = new Set<string>();
  if (seen.has(expression)) return found;
  seen.add(expression);
  walk(expression, (part) => {
    if (part.kind === 'constant' && of.has(part.name)) found.add(part.name);
    if (part.kind !== 'field' || part.of.type.kind !== 'record') return;
    const { entity } = part.of.type;
    const field = entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === part.field);
    if (field?.computed) for (const name of constantsOf(field.computed, entities, of, seen)) found.add(name);
  });
  return found;
}
