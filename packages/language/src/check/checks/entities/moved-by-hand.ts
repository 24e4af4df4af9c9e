import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { possibleIn } from '../../derived/possible.ts';

/** 3, 6: Somebody may change the field by which people order records: otherwise none of them is ever moved. */
export function checkMovedByHand(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const { name, orderByHand, fields, clause } of model.entities) {
    const field = fields.find((own) => own.name === orderByHand);
    const span = context.placeOf(`${clause}.settings.order_by_hand`);
    if (!field || !span) continue;
    const sets = possible.setsField(name, field.name, 'update');
    if (sets === 'somebody' || (sets === 'no row' && !field.closed)) continue;
    const row = context.placeOf(`6.${name}.${field.name}.update`);
    context.report('N338', ENTITIES_CODES.N338, { entity: name, field: field.name }, span, {
      clause,
      ...(row && { related: [{ span: row, message: 'Who may change it stands here.' }] }),
    });
  }
}
