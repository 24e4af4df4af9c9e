import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Span } from '../../../source/span.ts';
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
    const hanging = fields.flatMap((field): readonly Hanging[] => {
      const span = context.placeOf(field.clause);
      if (field.computed === null || rows[field.name]?.read || !span) return [];
      const read = disclosing.rights
        .readsAll(field.computed)
        .find((one) => !isOfThis(one) && dependsOn(one) && !disclosing.follows(one.readable, [...own, ...one.given]));
      return read === undefined ? [] : [{ field, span, read }];
    });
    // Fields that hang on the same reading have one cause, and one row corrects all of them.
    for (const [first, ...others] of Map.groupBy(hanging, ({ read }) => `${read.entity}.${read.field}`).values()) {
      if (first === undefined) continue;
      const { entity: of, field: read } = first.read;
      const names = [first, ...others].map(({ field }) => field.name);
      const place = placeOfReading(context, of, read);
      context.report('N661', ROLES_CODES.N661, { entity, fields: names, read, of }, first.span, {
        clause: first.field.clause,
        related: [
          ...others.map(({ field, span }) => ({ span, message: `\`${field.name}\` is computed from it, too.` })),
          ...(place ? [{ span: place, message: 'Who may read that stands here.' }] : []),
        ],
      });
    }
  }
}

/** A computed field, and the first thing that it reads and that hangs on other records. */
interface Hanging {
  readonly field: Field;
  readonly span: Span;
  readonly read: Read;
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
