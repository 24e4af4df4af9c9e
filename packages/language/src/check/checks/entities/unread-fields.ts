import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Model } from '../../../model/model.ts';
import { screenShows } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import { possibleIn } from '../../derived/possible.ts';

/** 3, 6: A field that point 6 lets nobody read needs another use: in an expression, a call or an error. */
export function checkUnreadFields(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  let used: ReadonlySet<string> | null = null;
  for (const { entity, fields: rows } of model.permissions) {
    for (const name of Object.keys(rows)) {
      const hidden = rows[name]?.read ? possible.hidden(entity, name) : null;
      if (hidden?.entity !== entity || hidden.field !== name) continue;
      const field = model.entities.find((other) => other.name === entity)?.fields.find((own) => own.name === name);
      if (!field || field.derived || field.type.kind === 'secret') continue;
      used ??= namesUsed(model);
      const span = context.placeOf(field.clause);
      if (used.has(name) || !span) continue;
      const place = context.placeOf(`6.${entity}.${name}.read`);
      context.report('N356', ENTITIES_CODES.N356, { field: name, entity }, span, {
        clause: field.clause,
        ...(place && { related: [{ span: place, message: 'Who may read it stands here.' }] }),
      });
    }
  }
}

/**
 * Every name that the document uses, except in statements of fields and permissions and in forms; N454 reports events
 * that ask.
 */
function namesUsed(model: Model): ReadonlySet<string> {
  const { states, rules, roles, calls, answered, errors, terms, screens } = model;
  const shown = screens.filter(({ kind }) => !screenShows(kind, 'entries'));
  const inEntities = model.entities.map(({ title, order, unique, fields }) => ({
    title,
    order,
    unique,
    fields: fields.map(({ type, computed, default: standard, when, among }) => [type, computed, standard, when, among]),
  }));
  const conditions = model.permissions.map(({ actions, fields }) => [actions, Object.values(fields)]);
  const said = JSON.stringify([shown, inEntities, states, rules, roles, conditions, calls, answered, errors, terms]);
  return new Set(Array.from(said.matchAll(/"(\w+)"(?!:)/g), ([, name = '']) => name));
}
