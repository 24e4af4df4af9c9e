import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { actors, disclosingIn, otherRecord } from '../../derived/disclosing.ts';

/**
 * 6: Whoever merges two records is refused by what refers to the one that goes, in records which they may not be able to
 * read.
 */
export function checkDisclosedMerges(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const { name: merged } of model.entities) {
    const merging = actors(disclosing, merged, 'merge');
    if (!disclosing.mayHold(...merging)) continue;
    for (const entity of model.entities) {
      for (const field of entity.fields) {
        if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.type.entity !== merged) continue;
        if (field.derived || field.computed !== null || !mayRefuse(model, entity, field)) continue;
        const other = otherRecord(entity.name);
        const given = field.type.kind === 'reference' ? [...merging, refersToThis(other, field, merged)] : merging;
        if (disclosing.follows(disclosing.rights.reads(other, field.name), given)) continue;
        const span = context.placeOf(field.clause);
        if (!span) continue;
        const place = context.placeOf(`6.${merged}.merge`);
        context.report('N667', DISCLOSURE_CODES.N667, { merged, entity: entity.name, field: field.name }, span, {
          clause: field.clause,
          ...(place && { related: [{ span: place, message: 'Who may merge them stands here.' }] }),
        });
      }
    }
  }
}

/** Whether a record can be refused because its reference leads to another record. */
function mayRefuse({ rules }: Model, entity: Entity, field: Field): boolean {
  return (
    field.among !== null ||
    field.unique !== null ||
    field.tree === true ||
    entity.unique.some((together) => together.includes(field.name)) ||
    rules.some((rule) => rule.entity === entity.name && rule.on.includes('update'))
  );
}

function refersToThis(other: Expression, field: Field, merged: string): Expression {
  const type = { kind: 'record', entity: merged, nullable: !field.required } as const;
  const left: Expression = { kind: 'field', of: other, field: field.name, type };
  return {
    kind: 'binary',
    operator: '==',
    left,
    right: thisRecord(merged),
    type: { kind: 'boolean', nullable: false },
  };
}
