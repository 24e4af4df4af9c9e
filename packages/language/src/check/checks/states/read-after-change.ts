import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { ownFields } from '../../../expression/fields.ts';
import type { Model } from '../../../model/model.ts';
import type { Transition, Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';

/**
 * 4: An effect sees what the event has changed already. Where it reads the state, or a computed field that hangs on such a
 * change, it doesn't show which value is meant: `old.` and `new.` say so.
 */
export function checkReadAfterChange(model: Model, context: Context): void {
  const rows = new Map(
    model.states.flatMap((workflow) =>
      workflow.events.flatMap(({ transitions }) => transitions.map((row) => [row.clause, { workflow, row }] as const)),
    ),
  );
  for (const read of context.effectReads) {
    const place = rows.get(read.row);
    // A record that is created was nothing before.
    if (place === undefined || place.row.from === 'new') continue;
    const changed = changedBefore(place.workflow, place.row, read.number);
    const by = hangsOn(model, place.workflow.entity, read.field, place.workflow.field).find((name) =>
      changed.has(name),
    );
    if (by === undefined) continue;
    const { field, written, span } = read;
    const fix = { title: `Write old.${field}`, isOffer: true as const, edits: [{ span, text: `old.${field}` }] };
    context.report('N462', STATES_CODES.N462, { written, field, by }, span, { clause: read.row, fix });
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

/** What a computed field is made of in the record itself; of the state, itself; nothing of any other field. */
function hangsOn(model: Model, name: string, field: string, state: string | null): readonly string[] {
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
