import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { conjuncts, reads } from '../../resolve/walk.ts';

/** 2: A record screen at a fixed route shows one record, so its `where` finds one, or its `order` says which is meant. */
export function checkOneRecord(model: Model, context: Context): void {
  for (const { kind, parameters, where, order, entity: shown, clause, name } of model.screens) {
    if (kind !== 'record' || parameters.length > 0 || where === null || order.length > 0) continue;
    const entity = model.entities.find((candidate) => candidate.name === shown);
    const span = context.placeOf(`${clause}.where`);
    if (!entity || !span || findsOne(where, entity)) continue;
    context.report('N271', SCREENS_CODES.N271, { name, entity: entity.name }, span, { clause });
  }
}

/** Whether a condition holds for one record at most: it states the record itself, or all that makes it unique. */
function findsOne(where: Expression, { fields, unique }: Entity): boolean {
  const stated = new Set(conjuncts(where).flatMap(statedBy));
  return (
    stated.has('this') ||
    fields.some((field) => field.unique !== null && stated.has(field.name)) ||
    unique.some((together) => together.every((name) => stated.has(name)))
  );
}

/** The record (`this`) or its field that a comparison states by what does not depend on the record. */
function statedBy(condition: Expression): string[] {
  if (condition.kind !== 'binary' || condition.operator !== '==') return [];
  const { left, right } = condition;
  return [...(reads(right, 'this') ? [] : nameOf(left)), ...(reads(left, 'this') ? [] : nameOf(right))];
}

function nameOf(side: Expression): string[] {
  if (side.kind === 'variable' && side.name === 'this') return ['this'];
  return side.kind === 'field' && side.of.kind === 'variable' && side.of.name === 'this' ? [side.field] : [];
}
