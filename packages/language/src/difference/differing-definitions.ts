import { keyOf } from '../expression/key.ts';
import type { Expression } from '../expression/tree.ts';
import { walk } from '../expression/walk.ts';
import type { Field, FieldType } from '../model/entities.ts';
import { hasValue } from '../model/field-kinds.ts';
import type { Plan } from '../plan/plan.ts';
import { canonical } from './canonical.ts';
import { isSameData, PLACES_AND_WORDS } from './equal.ts';
import { renamedExpression, renamingOf } from './former-names.ts';
import type { Names } from './names.ts';

export interface Differing {
  /** `Claim.total`, by former names. */
  readonly fields: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
}

/**
 * The fields and constants whose name has another meaning in the new document: of another type or value, computed
 * differently, or computed from one of these.
 */
export function differingDefinitions(former: Plan, now: Plan, names: Names): Differing {
  const fields = new Set<string>();
  const constants = new Set(
    former.constants.flatMap(({ name, value, type }) => {
      const own = now.constants.find((constant) => constant.name === names.constant(name));
      return own !== undefined && isSameData([value, type], [own.value, own.type], PLACES_AND_WORDS) ? [] : [name];
    }),
  );
  const differing: Differing = { fields, constants };
  const renaming = renamingOf(former, now, names, { fields: new Set(), constants: new Set() });
  const roles = new Map(
    [...former.roles, ...now.roles].map((role) => [role.name, { ...role, given: { kind: 'assigned' } as const }]),
  );
  const isSameForm = (before: Expression | null, after: Expression | null): boolean =>
    before === null || after === null
      ? before === after
      : keyOf(canonical(renamedExpression(before, renaming), roles)) === keyOf(canonical(after, roles));
  for (let size = -1; size !== fields.size; ) {
    size = fields.size;
    for (const entity of former.entities) {
      for (const field of entity.fields) {
        const name = `${entity.name}.${field.name}`;
        const own = counterpart(entity.name, field);
        if (own === null || fields.has(name)) continue;
        const isSame =
          isSameType(field.type, own.type) &&
          isSameForm(field.computed, own.computed) &&
          (field.computed === null || !readsDiffering(field.computed, differing));
        if (!isSame) fields.add(name);
      }
    }
  }
  return differing;

  function counterpart(entity: string, { name }: Field): Field | null {
    const own = names.entity(entity);
    const is = names.field(entity, name);
    return now.entities.find((each) => each.name === own)?.fields.find((field) => field.name === is) ?? null;
  }

  function isSameType(before: FieldType, after: FieldType): boolean {
    if ('entity' in before && 'entity' in after)
      return before.kind === after.kind && names.entity(before.entity) === after.entity;
    if (hasValue(before, 'text') && hasValue(after, 'text')) return true;
    if (hasValue(before, 'number') && hasValue(after, 'number'))
      return (before.kind === 'money') === (after.kind === 'money');
    return before.kind === after.kind;
  }
}

/** Whether an expression reads one of these fields or constants. */
export function readsDiffering(expression: Expression, differing: Differing): boolean {
  let found = false;
  walk(expression, (part) => {
    if (part.kind === 'constant' && differing.constants.has(part.name)) found = true;
    if (
      part.kind === 'field' &&
      part.of.type.kind === 'record' &&
      differing.fields.has(`${part.of.type.entity}.${part.field}`)
    )
      found = true;
  });
  return found;
}
