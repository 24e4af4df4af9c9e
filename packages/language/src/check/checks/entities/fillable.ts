import { isFromPeople } from '../../../model/field-kinds.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { flatEffects } from '../../derived/effects.ts';
import type { Context } from '../../context.ts';

/**
 * 4: A field that effects and `asks` set is closed to create, and one `by system` always is; required and without a
 * default it would refuse every create. Records that only events and effects create may have such fields.
 */
export function checkFillable(model: Model, context: Context): void {
  const created = createdByEffects(model);
  for (const entity of model.entities) {
    const allowed = created.has(entity.name) ? creatingCell(model, entity.name) : null;
    if (created.has(entity.name) && allowed === null) continue;
    const set = setOnCreate(model, entity.name);
    for (const field of entity.fields) {
      const span = model.places.get(field.clause);
      if (!isUnfillable(field) || set.has(field.name) || !span) continue;
      const by = allowed === null ? null : creatingEvents(model, entity.name);
      const rule =
        model.rules.find((one) => one.entity === entity.name && one.fields.includes(field.name))?.name ?? null;
      const details = { field: field.name, entity: entity.name, by, rule };
      const place = allowed === null ? null : context.placeOf(allowed);
      const related = place ? [{ span: place, message: 'Somebody is permitted to create one here.' }] : [];
      const closing = field.bySystem ? undefined : closingRow(model, entity.name, field.name);
      const event = closing && context.placeOf(closing.clause);
      if (closing && event)
        related.push({ span: event, message: `It is ${closing.does} here, and so closed to create.` });
      context.report('N324', ENTITIES_CODES.N324, details, span, { clause: field.clause, related });
    }
  }
}

/** The first row of an event that asks for a field of its own record, or sets it: that closes the field to create. */
function closingRow(
  { states }: Model,
  entity: string,
  name: string,
): { readonly clause: string; readonly does: string } | undefined {
  const events = states.find((workflow) => workflow.entity === entity)?.events ?? [];
  for (const row of events.flatMap(({ transitions }) => transitions)) {
    if (row.asks.some((ask) => ask.kind !== 'input' && ask.field === name))
      return { clause: row.clause, does: 'asked for' };
    const isSet = flatEffects(row.effects).some(
      (effect) =>
        effect.kind === 'set' && effect.path.length === 0 && effect.start.variable === 'this' && effect.field === name,
    );
    if (isSet) return { clause: row.clause, does: 'set' };
  }
  return undefined;
}

/** The clause of point 6 that lets somebody create a record of an entity; null if there is none. */
function creatingCell({ permissions }: Model, entity: string): string | null {
  const grants = permissions.find((own) => own.entity === entity)?.actions?.create ?? [];
  return grants.find(({ cell }) => cell.kind !== 'no' && cell.kind !== 'gap')?.clause ?? null;
}

/** The events from `new` of an entity, except for `create`. */
function creatingEvents({ states }: Model, entity: string): readonly string[] {
  const events = states.find((workflow) => workflow.entity === entity)?.events ?? [];
  const creating = events.filter(({ transitions }) => transitions.some(({ from }) => from === 'new'));
  return creating.map(({ name }) => name).filter((name) => name !== 'create');
}

/** The fields that effects of an entity's `create` set. */
function setOnCreate({ states }: Model, entity: string): ReadonlySet<string> {
  const events = states.find((workflow) => workflow.entity === entity)?.events ?? [];
  const rows = events.filter(({ name }) => name === 'create').flatMap(({ transitions }) => transitions);
  const effects = rows.flatMap((row) => row.effects);
  return new Set(
    effects.flatMap((effect) => (effect.kind === 'set' && effect.path.length === 0 ? [effect.field] : [])),
  );
}

function isUnfillable(field: Field): boolean {
  const given = field.derived || field.computed !== null || field.default !== null || field.when !== null;
  if (!field.required || given || !isFromPeople(field.type)) return false;
  // Several values are none of them, where nothing says at least how many.
  const isSeveral = field.type.kind === 'children' || field.type.kind === 'many';
  if (isSeveral && Number(field.minimum?.value ?? 0) === 0) return false;
  return field.closed || field.bySystem;
}

/** The entities whose records events and effects create. */
function createdByEffects(model: Model): ReadonlySet<string> {
  const created = new Set<string>();
  for (const { does } of model.answered.calls) {
    const entered = does?.kind === 'create' && Object.keys(does.values).length > 0;
    if (entered) created.add(does.records.entity);
  }
  const effects = model.calls.flatMap((call) => [...call.then, ...(call.fails ?? [])]);
  for (const { entity, events } of model.states) {
    for (const { name, transitions } of events) {
      // Rows named `create` only add to the create that point 6 allows.
      if (name !== 'create' && transitions.some(({ from }) => from === 'new')) created.add(entity);
      effects.push(...transitions.flatMap((row) => row.effects));
    }
  }
  for (const effect of flatEffects(effects)) if (effect.kind === 'create') created.add(effect.entity);
  return created;
}
