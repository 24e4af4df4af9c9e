import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';
import { walk } from '../../../expression/walk.ts';

/** 3: A computed field is never stale, so no computed field may depend on itself, through any records. */
export function checkComputedCycles(model: Model, context: Context): void {
  const needs = new Map<string, readonly string[]>();
  for (const entity of model.entities) {
    for (const field of entity.fields) {
      if (field.computed) needs.set(`${entity.name}.${field.name}`, fieldsRead(field.computed));
    }
  }
  for (const fields of circlesOf(needs)) {
    const clause = `3.${fields[0]}`;
    const span = model.places.get(clause);
    if (span) context.report('N318', ENTITIES_CODES.N318, { fields }, span, { clause });
  }
}

function fieldsRead(expression: Expression): readonly string[] {
  const fields = new Set<string>();
  walk(expression, (inner) => {
    if (inner.kind === 'field' && inner.of.type.kind === 'record') fields.add(`${inner.of.type.entity}.${inner.field}`);
  });
  return [...fields];
}
