import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { ownFields } from '../../../expression/fields.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition, Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';

/**
 * 4: An effect sees what the event has changed already. If it reads the state, or a computed field that depends on such
 * a change, it is unclear which value is meant: `old.` and `new.` make it clear.
 */
export function checkReadAfterChange(model: Model, context: Context): void {
  const rows = new Map(
    model.states.flatMap((workflow) =>
      workflow.events.flatMap(({ transitions }) => transitions.map((row) => [row.clause, { workflow, row }] as const)),
    ),
  );
  const found = context.effectReads.flatMap((read) => {
    const place = rows.get(read.row);
    // A record that is created was nothing before.
    if (place === undefined || place.row.from === 'new') return [];
    const changed = changedBefore(place.workflow, place.row, read.number);
    const reasons = dependsOn(model, place.workflow.entity, read.field, place.workflow.field);
    const by = reasons.find((name) => changed.has(name));
    return by === undefined ? [] : [{ ...read, by }];
  });
  // A field that a row reads several times is meant in one way.
  for (const reads of Map.groupBy(found, ({ row, field }) => `${row} ${field}`).values()) {
    const [first, ...others] = reads.toSorted((a, b) => a.span.start - b.span.start);
    if (first === undefined) continue;
    const { field, written, by, span, row } = first;
    const edits = reads.map((read) => ({ span: read.span, text: `old.${field}` }));
    const fix = { title: `Write old.${field}`, isOffer: true as const, edits };
    const related = others.map((read) => ({ span: read.span, message: 'It is read here too.' }));
    context.report('N462', STATES_CODES.N462, { written, field, by }, span, { clause: row, fix, related });
  }
}

/** The fields of its record that an event has changed before one of its effects takes place. */
function changedBefore(workflow: Workflow, row: Transition, number: number): ReadonlySet<string> {
  const changed = new Set<string>();
  const stays = row.to === 'same' || (Array.isArray(row.from) && row.from.every((state) => state === row.to));
  if (workflow.field !== null && !stays) changed.add(workflow.field);
  for (const ask of row.asks) if (ask.kind !== 'input') changed.add(ask.field);
  for (const effect of flatEffects(row.effects.slice(0, number))) {
    if (effect.kind === 'set' && effect.start.variable === 'this' && effect.path.length === 0)
      changed.add(effect.field);
  }
  return changed;
}

/**
 * The fields of the record itself from which a computed field is computed; for the state, the state; empty for any
 * other field.
 */
function dependsOn(model: Model, name: string, field: string, state: string | null): readonly string[] {
  if (field === state) return [field];
  const fields = model.entities.find((entity) => entity.name === name)?.fields ?? [];
  const found = new Set<string>();
  const open = [field];
  for (const next of open) {
    const computed = fields.find((one) => one.name === next)?.computed ?? null;
    if (computed === null) continue;
    for (const read of ownFields(computed)) {
      if (found.has(read)) continue;
      found.add(read);
      open.push(read);
    }
  }
  return [...found];
}
