import { walk } from '../../../expression/walk.ts';
import { isFromPeople } from '../../../model/field-kinds.ts';
import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Grant, PermissionCell } from '../../../model/roles.ts';
import type { Context } from '../../context.ts';

/**
 * 6: A role that may create a record, but not set a field that the record needs: if the field has an `update` row of
 * its own, only that row decides who may set it on create. If creating takes a second role in any case, it may be
 * intended.
 */
export function checkCompletable(model: Model, context: Context): void {
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]));
  for (const { entity: name, actions, fields } of model.permissions) {
    const entity = entities.get(name);
    // Sign-up sets what permissions withhold (2).
    if (!entity || !actions || name === 'User') continue;
    for (const [field, { update }] of Object.entries(fields)) {
      if (!update || !isNeeded(entity, field)) continue;
      const setters = new Set(update.filter(({ cell }) => mayBe(cell)).map(({ role }) => role));
      // The person who creates a record may get such a role through the record itself, or hold it in addition to
      // others.
      if ([...setters].some((role) => !isOfPerson(model, role))) continue;
      const able = (role: string): boolean => actions.create.some((own) => own.role === role && mayBe(own.cell));
      if (setters.size > 0 && ![...setters].some(able)) continue;
      const named = new Set([...setters].flatMap((role) => rolesNamedBy(model, role)));
      for (const grant of actions.create) {
        if (grant.cell.kind === 'gap' || !mayBe(grant.cell) || setters.has(grant.role) || named.has(grant.role))
          continue;
        report(context, name, field, grant, update);
      }
    }
  }
}

function report(context: Context, entity: string, field: string, grant: Grant, update: readonly Grant[]): void {
  const span = context.placeOf(grant.clause);
  const own = update.find(({ role }) => role === grant.role);
  const place = own && context.placeOf(own.clause);
  if (!span) return;
  context.report('N659', ROLES_CODES.N659, { entity, field, role: grant.role }, span, {
    clause: grant.clause,
    ...(place && { related: [{ span: place, message: `This decides who sets \`${field}\`.` }] }),
  });
}

/** A cell that is open may turn out to allow it. */
function mayBe(cell: PermissionCell): boolean {
  return cell.kind !== 'no';
}

/** Whether a role is held by a person as such, whatever the record is. */
function isOfPerson({ roles }: Model, role: string): boolean {
  const kind = roles.find(({ name }) => name === role)?.given.kind;
  return kind === 'assigned' || kind === 'user';
}

/** The roles that the condition of a role names (`user is clerk`): whoever holds one of them may hold it, too. */
function rolesNamedBy({ roles }: Model, role: string): string[] {
  const given = roles.find(({ name }) => name === role)?.given;
  const named: string[] = [];
  if (given?.kind === 'user')
    walk(given.condition, (part) => {
      if (part.kind === 'role') named.push(part.role);
    });
  return named;
}

/** A field without which no record is saved, and that nothing but its creator gives. */
function isNeeded({ fields }: Entity, name: string): boolean {
  const field = fields.find((each) => each.name === name);
  return field !== undefined && field.required && !isGiven(field) && !isEmptyFirst(field);
}

function isGiven(field: Field): boolean {
  const worked = field.derived || field.computed !== null || field.default !== null || field.when !== null;
  return worked || field.closed || field.bySystem || !isFromPeople(field.type);
}

/** A list is needed where it may not be empty. */
function isEmptyFirst({ type, minimum }: Field): boolean {
  return ['many', 'children'].includes(type.kind) && Number(minimum?.value ?? 0) < 1;
}
