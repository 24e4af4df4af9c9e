import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import { thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, isOfThis, placeOfReading } from '../../derived/disclosing.ts';
import type { Read } from '../../derived/reads.ts';

/**
 * 6: A computed field without a `read` row of its own is readable if everything that it reads is. If it is computed
 * from other records, and a condition decides on each of them who may read it, the field would come and go with them:
 * so it needs a row of its own.
 */
export function checkComputedRows(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const permissions = new Map(model.permissions.map((own) => [own.entity, own]));
  for (const { name: entity, fields } of model.entities) {
    const rows = permissions.get(entity)?.fields ?? {};
    const own = [disclosing.rights.does('read', thisRecord(entity))];
    for (const { name, computed, clause } of fields) {
      const span = context.placeOf(clause);
      if (computed === null || rows[name]?.read || !span) continue;
      const hanging = disclosing.rights
        .readsAll(computed)
        .find(
          (read) => !isOfThis(read) && dependsOn(read) && !disclosing.follows(read.readable, [...own, ...read.given]),
        );
      if (!hanging) continue;
      const place = placeOfReading(context, hanging.entity, hanging.field);
      const details = { entity, field: name, read: hanging.field, of: hanging.entity };
      context.report('N661', ROLES_CODES.N661, details, span, {
        clause,
        ...(place && { related: [{ span: place, message: 'Who may read that stands here.' }] }),
      });
    }
  }
}

/** Whether the right to read depends on the record; otherwise it is known for each user beforehand. */
function dependsOn({ readable }: Read & { readonly readable: Expression }): boolean {
  const bound = new Set(['user']);
  walk(readable, (part) => {
    if (part.kind === 'query') bound.add(part.variable);
  });
  let hangs = false;
  walk(readable, (part) => {
    if (part.kind === 'variable' && !bound.has(part.name)) hangs = true;
  });
  return hangs;
}
