import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { placeOfReading } from '../../derived/disclosing.ts';
import { possibleIn } from '../../derived/possible.ts';
import { shownOn } from '../../derived/shown.ts';

/**
 * 6: A computed field without a `read` row of its own is readable if everything that it reads is. On a screen whose
 * readers may read the records, but never all that the field reads, it is always empty, although no row says so.
 */
export function checkComputedColumns(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const all = possibleIn(model);
  const assigned = new Set(model.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name));
  const reported = new Set<string>();
  for (const screen of model.screens) {
    // N254 reports what none of a screen's assigned roles gives, for all its parts.
    const roles = Array.isArray(screen.for) ? screen.for : [];
    if (screen.for === null || (roles.length > 0 && roles.every((role) => assigned.has(role)))) continue;
    const theirs = all.assignedOnly(roles.filter((role) => assigned.has(role)));
    for (const { entity, path, clause, span } of shownOn(screen, context)) {
      const [name, ...deeper] = path;
      if (name === undefined || deeper.length > 0 || reported.has(`${entity}.${name}`)) continue;
      if (!isComputedAlone(model, entity, name)) continue;
      const hidden = theirs.hidden(entity, name);
      if (hidden === null || theirs.hidden(entity, null) !== null || all.hidden(entity, name) !== null) continue;
      reported.add(`${entity}.${name}`);
      const place = placeOfReading(context, hidden.entity, hidden.field);
      const details = { entity, field: name, of: hidden.entity, read: hidden.field };
      context.report('N270', SCREENS_CODES.N270, details, span, {
        clause,
        ...(place && { related: [{ span: place, message: 'Who may read that stands here.' }] }),
      });
    }
  }
}

/** Whether a field is computed, and has no row of its own that decides who reads it. */
function isComputedAlone(model: Model, entity: string, name: string): boolean {
  const field: Field | undefined = model.entities
    .find((each) => each.name === entity)
    ?.fields.find((each) => each.name === name);
  const own = model.permissions.find((each) => each.entity === entity)?.fields[name]?.read;
  return field !== undefined && field.computed !== null && own === undefined;
}
