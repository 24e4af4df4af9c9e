import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import { hasForm, hasValue, isFromPeople } from '../../../model/field-kinds.ts';
import type { Model } from '../../../model/model.ts';
import type { Effect } from '../../../model/states.ts';
import { fitsForm } from '../../../vocabulary/text-forms.ts';
import type { Context } from '../../context.ts';
import { flatEffects } from '../../derived/effects.ts';
import { entityAt } from '../../derived/entity-at.ts';

/** A value that the document gives to a field, and the clause that does. */
interface Given {
  readonly entity: Entity;
  readonly field: Field;
  readonly value: Expression;
  readonly clause: string;
}

/**
 * 3: Defaults and effects give addresses and telephone numbers too, which are judged when their record is saved. A text
 * that the document states and that lacks the form can never be saved; one that is copied from a plain text may lack it.
 */
export function checkFormedTexts(model: Model, context: Context): void {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  const constants = new Map(model.constants.map(({ name, value }) => [name, value]));
  for (const { entity, field, value, clause } of givenBy(model, entities)) {
    const { kind } = field.type;
    const span = context.placeOf(clause);
    if (span === undefined || (kind !== 'email' && kind !== 'url' && kind !== 'phone')) continue;
    const about = { field: field.name, entity: entity.name, kind };
    for (const part of outcomes(value)) {
      const text = statedText(part, constants);
      const read = text === null ? plainTextRead(part, entities) : null;
      if (text !== null && !fitsForm(kind, text))
        context.report('N336', ENTITIES_CODES.N336, { ...about, text }, span, { clause });
      else if (read !== null) context.report('N337', ENTITIES_CODES.N337, { ...about, read }, span, { clause });
    }
  }
}

function* givenBy(model: Model, entities: ReadonlyMap<string, Entity>): Generator<Given> {
  const fieldOf = (name: string | null, field: string, value: Expression, clause: string): readonly Given[] => {
    const entity = entities.get(name ?? '');
    const own = entity?.fields.find((one) => one.name === field);
    const isFormed = own !== undefined && hasForm(own.type) && isFromPeople(own.type);
    return entity !== undefined && isFormed ? [{ entity, field: own, value, clause }] : [];
  };
  for (const { name, fields } of model.entities)
    for (const field of fields)
      if (field.default !== null) yield* fieldOf(name, field.name, field.default, field.clause);
  const byEffects = function* (effects: readonly Effect[], clause: string): Generator<Given> {
    for (const effect of flatEffects(effects)) {
      if (effect.kind === 'set') {
        const entity = entityAt(model.entities, effect.start.entity, effect.path);
        yield* fieldOf(entity, effect.field, effect.value, clause);
      }
      if (effect.kind === 'create')
        for (const [field, value] of Object.entries(effect.values)) yield* fieldOf(effect.entity, field, value, clause);
    }
  };
  for (const { events } of model.states)
    for (const { transitions } of events)
      for (const { effects, clause } of transitions) yield* byEffects(effects, clause);
}

/** The values of which an expression gives one. */
function outcomes(value: Expression): readonly Expression[] {
  return value.kind === 'conditional' ? [...outcomes(value.then), ...outcomes(value.otherwise)] : [value];
}

/** The text that the document states; null: another value, or none. */
function statedText(
  value: Expression,
  constants: ReadonlyMap<string, Model['constants'][number]['value']>,
): string | null {
  const constant = value.kind === 'constant' ? constants.get(value.name) : undefined;
  const stated = value.kind === 'literal' ? value.value : constant?.kind === 'literal' ? constant.value : null;
  return value.type.kind === 'text' && typeof stated === 'string' ? stated : null;
}

/** Functions that change the letters of a text, and not its form. */
const KEEPS_FORM = new Set(['lowerAscii', 'upperAscii', 'trim']);

/** The name of the field of any text that an expression copies, whatever its letters become; null: it is none. */
function plainTextRead(value: Expression, entities: ReadonlyMap<string, Entity>): string | null {
  const [copied] = value.kind === 'call' && KEEPS_FORM.has(value.name) ? value.arguments : [];
  if (copied !== undefined) return plainTextRead(copied, entities);
  if (value.kind !== 'field' || value.of.type.kind !== 'record') return null;
  const field = entities.get(value.of.type.entity)?.fields.find(({ name }) => name === value.field);
  const isPlain = field !== undefined && hasValue(field.type, 'text') && !hasForm(field.type) && field.pattern === null;
  return isPlain ? field.name : null;
}
