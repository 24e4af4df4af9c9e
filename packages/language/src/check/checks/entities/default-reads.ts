import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { readsItsRecord, readsRecordItself, valuesNeeded } from '../../../expression/default-order.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';
import { flatEffects } from '../../derived/effects.ts';

type Later = 'identifier' | 'children' | 'lists' | 'state' | 'slug' | 'effect';

/** Fields of every record that the product sets before it works out the defaults of a new one. */
const STAMPS: ReadonlySet<string> = new Set(['created_at', 'created_by', 'updated_at', 'updated_by']);

/**
 * 3: A default is worked out once, before its record is saved, from values that the new record has by then. So it needs
 * neither itself nor what comes later: children, the state, what an effect sets.
 */
export function checkDefaultReads(model: Model, context: Context): void {
  for (const entity of model.entities) {
    const needs = new Map<string, ReadonlySet<string>>();
    for (const field of entity.fields)
      if (field.default !== null) needs.set(field.name, valuesNeeded(field.default, entity.fields));
    const inCircle = new Set<string>();
    const setLater = setOnCreate(model, entity.name);
    for (const circle of circlesOf(needs)) {
      for (const name of circle) inCircle.add(name);
      report(entity, circle[0] ?? '', { field: circle[0] ?? '', lacks: { because: 'circle', fields: circle } });
    }
    for (const [name, needed] of needs) {
      if (inCircle.has(name)) continue;
      const own = entity.fields.find((field) => field.name === name);
      const value = own?.default;
      if (value && own.type.kind === 'secret' && readsItsRecord(value)) {
        report(entity, name, { field: name, lacks: 'secret' });
        continue;
      }
      if (value && readsRecordItself(value)) {
        report(entity, name, { field: name, lacks: { because: 'identifier', read: 'this' } });
        continue;
      }
      for (const field of entity.fields) {
        const because = needed.has(field.name) ? comesLater(field, setLater) : null;
        if (because === null) continue;
        report(entity, name, { field: name, lacks: { because, read: field.name } });
        break;
      }
    }
  }

  function report(entity: Entity, name: string, details: DetailsOf<'N335'>): void {
    const clause = `3.${entity.name}.${name}`;
    const span = model.places.get(clause);
    if (span) context.report('N335', ENTITIES_CODES.N335, details, span, { clause });
  }
}

/** The fields of a new record that effects of the event `create` set, which is after its defaults. */
function setOnCreate(model: Model, entity: string): ReadonlySet<string> {
  const events = model.states.filter((workflow) => workflow.entity === entity).flatMap(({ events: own }) => own);
  const rows = events.flatMap(({ transitions }) => transitions).filter(({ from }) => from === 'new');
  return new Set(
    rows
      .flatMap(({ effects }) => flatEffects(effects))
      .flatMap((effect) => (effect.kind === 'set' && effect.path.length === 0 ? [effect.field] : [])),
  );
}

/** Why a new record does not have a field's value yet when its defaults are worked out; null if it has. */
function comesLater(field: Field, setLater: ReadonlySet<string>): Later | null {
  if (field.type.kind === 'children') return 'children';
  if (field.type.kind === 'all') return 'lists';
  if (field.type.kind === 'state') return 'state';
  if (field.type.kind === 'slug') return 'slug';
  if (field.derived) return field.type.kind === 'reference' || STAMPS.has(field.name) ? null : 'identifier';
  return setLater.has(field.name) ? 'effect' : null;
}
