import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { walk } from '../../../expression/walk.ts';

/** 3: A computed field is never stale, so no computed field may need itself, through whatever records. */
export function checkComputedCycles(model: Model, context: Context): void {
  const needs = new Map<string, readonly string[]>();
  for (const entity of model.entities) {
    for (const field of entity.fields) {
      if (field.computed) needs.set(`${entity.name}.${field.name}`, fieldsRead(field.computed));
    }
  }
  const done = new Set<string>();
  const visit = (field: string, path: readonly string[]): void => {
    const start = path.indexOf(field);
    if (start >= 0) {
      const circle = [...path.slice(start), field];
      const clause = `3.${circle[0] ?? field}`;
      const span = model.places.get(clause);
      if (span) context.report('N318', ENTITIES_CODES.N318, { fields: circle }, span, { clause });
      return;
    }
    if (done.has(field)) return;
    for (const needed of needs.get(field) ?? []) if (needs.has(needed)) visit(needed, [...path, field]);
    done.add(field);
  };
  for (const field of needs.keys()) visit(field, []);
}

function fieldsRead(expression: Expression): readonly string[] {
  const fields = new Set<string>();
  walk(expression, (inner) => {
    if (inner.kind === 'field' && inner.of.type.kind === 'record') fields.add(`${inner.of.type.entity}.${inner.field}`);
  });
  return [...fields];
}
