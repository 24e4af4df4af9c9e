import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import { thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { actors, disclosingIn, otherRecord } from '../../derived/disclosing.ts';

/**
 * 6: `restrict` discloses to a person who deletes a record that another record refers to it, which the person may not
 * be able to read.
 */
export function checkDisclosedRestrict(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const deletable = new Map(
    model.entities
      .filter((entity) => entity.delete !== 'never' && disclosing.mayHold(...actors(disclosing, entity.name, 'delete')))
      .map((entity) => [entity.name, actors(disclosing, entity.name, 'delete')]),
  );
  for (const entity of model.entities) {
    for (const field of entity.fields) {
      const deleting = field.type.kind === 'reference' ? deletable.get(field.type.entity) : undefined;
      if (field.type.kind !== 'reference' || field.onDelete !== 'restrict' || !deleting) continue;
      const other = otherRecord(entity.name);
      const type = { kind: 'record', entity: field.type.entity, nullable: !field.required } as const;
      const left: Expression = { kind: 'field', of: other, field: field.name, type };
      const right = thisRecord(field.type.entity);
      const refers: Expression = {
        kind: 'binary',
        operator: '==',
        left,
        right,
        type: { kind: 'boolean', nullable: false },
      };
      if (disclosing.follows(disclosing.rights.reads(other, field.name), [...deleting, refers])) continue;
      const span = context.placeOf(field.clause);
      if (!span) continue;
      const place = context.placeOf(`6.${field.type.entity}.delete`);
      const details = { referred: field.type.entity, entity: entity.name, field: field.name };
      context.report('N652', DISCLOSURE_CODES.N652, details, span, {
        clause: field.clause,
        ...(place && { related: [{ span: place, message: 'Who may delete it stands here.' }] }),
      });
    }
  }
}
