import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Type } from '../../../expression/type.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Effect } from '../../../model/states.ts';
import type { DeclaredField } from '../../declared.ts';
import { readExpression } from './expression.ts';
import type { EffectPlace } from './place.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';
import { type Followed, followPath } from './path.ts';

/** `field = expr`, `path.field = expr`: typed against the field that it sets. */
export function resolveSet(place: EffectPlace, target: Part, value: Part, condition: Expression | null): Effect | null {
  const found = readTarget(place, target);
  if (found === null) return null;
  const { start, path, entity, field } = found;
  const expression = readExpression(place, value, 'effect', typeOfField(place, entity, field));
  return expression && { kind: 'set', condition, start, path, field, value: expression };
}

/** The field that an effect changes, of the record itself or at the end of a path; null (and reported) if none can. */
export function readTarget(place: EffectPlace, target: Part): (Followed & { readonly field: string }) | null {
  const dot = target.text.lastIndexOf('.');
  const field = part(target, dot + 1, target.text.length);
  const followed =
    dot < 0
      ? { start: { variable: 'this', entity: place.entity }, entity: place.entity, path: [] }
      : followPath(place, part(target, 0, dot));
  return followed && checkSettable(place, followed.entity, field) ? { ...followed, field: field.text } : null;
}

/** The type that an effect's value must have; null may be set where the field is optional. */
export function typeOfField({ context }: EffectPlace, entity: string, field: string): Type | null {
  return context.schema.entities.get(entity)?.fields.get(field) ?? null;
}

/** Whether an effect can set this field of an entity; reports if it can't. */
export function checkSettable({ context, declared }: EffectPlace, entity: string, name: Part): boolean {
  const fields = declared.entities.get(entity)?.fields;
  const field = fields?.get(name.text);
  if (!field) {
    const offered = nearest(name.text, fields?.keys() ?? []);
    const reason = { no: 'field', name: name.text, of: entity, nearest: offered } as const;
    context.report(
      'N413',
      STATES_CODES.N413,
      { target: name.text, reason },
      name.span,
      replacement(name.span, offered),
    );
    return false;
  }
  const reason = whyNot(entity, field);
  if (reason !== null) context.report('N413', STATES_CODES.N413, { target: name.text, reason }, name.span);
  return reason === null;
}

function whyNot(entity: string, field: DeclaredField): DetailsOf<'N413'>['reason'] | null {
  if (field.computed) return 'computed';
  if (field.derived) return 'derived';
  if (field.type.kind === 'state') return 'state';
  if (field.type.kind === 'number') return 'number';
  if (field.type.kind === 'slug') return { because: 'slug', of: field.type.of };
  if (field.type.kind === 'children') return 'children';
  if (field.type.kind === 'all') return 'all';
  // 6: effects and `asks` set none of the built-in fields of a User that decide about access.
  if (entity === 'User' && ['email', 'roles', 'disabled'].includes(field.name)) return 'account';
  return null;
}
