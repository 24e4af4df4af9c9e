import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { FALSE, or, thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, otherRecord, placeOfReading, writers } from '../../derived/disclosing.ts';
import { fieldOf } from '../../derived/field-of.ts';
import { actorsEntering } from '../../derived/actors.ts';

/**
 * 6: `unique` discloses to a person who enters a value that a record has it, which the person may not be able to read.
 */
export function checkDisclosedUnique(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const { rights, follows, mayHold } = disclosing;
  for (const entity of model.entities) {
    const other = otherRecord(entity.name);
    for (const { fields, clause } of uniqueOf(entity)) {
      const span = context.placeOf(clause);
      if (!span || !fields.every(isEntered)) continue;
      const entering = fields.map((field) => actorsEntering(disclosing, context, entity.name, field));
      // A person who adds a user, or signs up, states an address, regardless of `update email`.
      const adding =
        entity.name === 'User' && fields.some(({ name }) => name === 'email')
          ? writers(disclosing, entity.name, 'create')
          : FALSE;
      const writing = or(...entering, adding);
      const equal = fields.flatMap(({ name }) => sameField(context, entity.name, name, other));
      if (!mayHold(writing) || fields.every(({ name }) => follows(rights.reads(other, name), [writing, ...equal])))
        continue;
      const place = placeOfReading(context, entity.name, fields[0]?.name ?? null);
      const details = { entity: entity.name, fields: fields.map(({ name }) => name) };
      context.report('N651', DISCLOSURE_CODES.N651, details, span, {
        clause,
        ...(place && { related: [{ span: place, message: 'Not everybody who enters it may read every one.' }] }),
      });
    }
  }
}

function uniqueOf(entity: Entity): readonly { readonly fields: readonly Field[]; readonly clause: string }[] {
  const single = entity.fields
    .filter((field) => field.unique !== null && field.type.kind !== 'number' && field.type.kind !== 'slug')
    .map((field) => ({ fields: [field], clause: field.clause }));
  const groups = entity.unique.map((names) => ({
    fields: names.flatMap((name) => entity.fields.find((field) => field.name === name) ?? []),
    clause: entity.clause,
  }));
  return [...single, ...groups];
}

function isEntered(field: Field): boolean {
  return !field.derived && field.computed === null;
}

/** The other record has the same value. */
function sameField(context: Context, entity: string, name: string, other: Expression): readonly Expression[] {
  const own = fieldOf(context, entity, name);
  if (own?.kind !== 'field') return [];
  const left: Expression = { ...own, of: thisRecord(entity) };
  return [
    { kind: 'binary', operator: '==', left, right: { ...own, of: other }, type: { kind: 'boolean', nullable: false } },
  ];
}
