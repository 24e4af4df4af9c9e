import { hasValue, isFromPeople } from '../../../model/field-kinds.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { screenShows } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';

/** 2: A form that creates a record, and a sign-up, have every field that must be given a value; without one nothing is saved. */
export function checkCompleteForms(model: Model, context: Context): void {
  for (const screen of model.screens) {
    if (!screenShows(screen.kind, 'entries') || screen.groups.length === 0) continue;
    // A form whose route names its record changes it: what is required has its value already.
    if (screen.parameters.some((parameter) => parameter.entity === screen.entity)) continue;
    const entity = model.entities.find(({ name }) => name === screen.entity);
    const shown = new Set(screen.groups.flatMap(({ columns }) => columns.map(({ path }) => path[0])));
    const missing = (entity?.fields ?? []).filter((field) => isNeeded(field) && !shown.has(field.name));
    const span = context.placeOf(`${screen.clause}.fields`) ?? context.placeOf(`${screen.clause}.columns`);
    if (missing.length === 0 || !span) continue;
    const related = missing.flatMap(({ clause }) => {
      const place = context.placeOf(clause);
      return place ? [{ span: place, message: 'It is required here.' }] : [];
    });
    const details = { entity: entity?.name ?? '', fields: missing.map(({ name }) => name) };
    context.report('N251', SCREENS_CODES.N251, details, span, { clause: screen.clause, related });
  }
}

/** Whether a person who creates the record must give the field a value. */
function isNeeded(field: Field): boolean {
  if (field.derived || field.computed !== null || field.default !== null || field.when !== null) return false;
  if (field.type.kind === 'children' || field.type.kind === 'many')
    return Number(field.minimum?.value ?? 0) > 0 && !field.closed;
  if (!isFromPeople(field.type) || hasValue(field.type, 'boolean', 'roles')) return false;
  // N324 reports required fields that nobody can give.
  return field.required && !field.bySystem && !field.closed;
}
