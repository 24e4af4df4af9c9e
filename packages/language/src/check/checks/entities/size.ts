import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression, Query } from '../../../expression/tree.ts';
import { printExpression } from '../../../expression/print.ts';
import { walk } from '../../../expression/walk.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import { type Screen, type ScreenSortKey, screenShows } from '../../../model/screens.ts';
import type { Context } from '../../context.ts';
import { isComputed, isIndexed, largeEntity, narrows, readsSome } from '../../derived/indexed.ts';
import { uses } from '../../derived/uses.ts';

/** 3, `size`: names the lists and queries that read all records of an entity that is stated to have many. */
export function checkSize(model: Model, context: Context): void {
  if (!model.entities.some(({ name }) => largeEntity(model, name) !== null)) return;
  for (const screen of model.screens) checkScreen(model, context, screen);
  for (const { expression, where, clause } of uses(model)) {
    // Nothing of an example is asked by the product.
    if (where === 'example') continue;
    for (const query of queriesIn(expression)) {
      const entity = query.source.kind === 'entity' ? largeEntity(model, query.source.entity) : null;
      if (entity === null || readsSome(model, entity, query)) continue;
      const span = context.placeOf(clause);
      if (span === undefined) continue;
      context.report('N385', ENTITIES_CODES.N385, { entity: entity.name, size: entity.size, where }, span, { clause });
    }
  }
}

/** The parts of a screen that order, narrow or search its records. */
function checkScreen(model: Model, context: Context, screen: Screen): void {
  const entity = screen.entity === null ? null : largeEntity(model, screen.entity);
  if (entity === null || !screenShows(screen.kind, 'records')) return;
  const report = (
    part: 'order' | 'where' | 'filters' | 'search',
    path: string,
    clause: string,
    isWorkedOut: boolean,
  ) => {
    const span = context.placeOf(clause) ?? context.placeOf(screen.clause);
    if (span === undefined) return;
    const details = { entity: entity.name, size: entity.size, part, path, isWorkedOut };
    context.report('N384', ENTITIES_CODES.N384, details, span, { clause });
  };
  const [first]: readonly ScreenSortKey[] = screen.order.length > 0 ? screen.order : entity.order;
  if (first !== undefined && screen.days === null && (first.by || !isOrdered(model, entity, first.path)))
    report(
      'order',
      first.by ? printExpression(first.by) : first.path.join('.'),
      screen.order.length > 0 ? `${screen.clause}.order` : screen.clause,
      true,
    );
  if (screen.where !== null && !narrows(model, entity, 'this', screen.where))
    report('where', '', `${screen.clause}.where`, false);
  for (const { path, clause } of screen.filters) {
    const found = behind(model, entity, path);
    if (found !== null && !isFound(found.entity, found.field))
      report('filters', path.join('.'), clause, isComputed(found.field));
  }
  for (const { path, clause } of screen.search) {
    const found = behind(model, entity, path);
    if (found !== null && isComputed(found.field)) report('search', path.join('.'), clause, true);
  }
}

/** An own column has an index of its order; so has that of what a list begins with. */
function isOrdered(model: Model, entity: Entity, path: readonly string[]): boolean {
  const steps = path.map((_step, at) => behind(model, entity, path.slice(0, at + 1))?.field);
  return path.length <= 2 && steps.every((field) => !isComputed(field));
}

/** Whether a filter finds its records: by an index, also by parts of a text. */
function isFound(entity: Entity, field: Field): boolean {
  if (field.computed !== null) return false;
  return isIndexed(entity, field.name) || hasValue(field.type, 'text');
}

/** The field at the end of a path, where its entity is large, too; null for built-in fields and small entities. */
function behind(
  model: Model,
  start: Entity,
  path: readonly string[],
): { readonly entity: Entity; readonly field: Field } | null {
  let entity: Entity | undefined = start;
  let field: Field | undefined;
  for (const [at, name] of path.entries()) {
    field = entity?.fields.find((each) => each.name === name);
    if (field === undefined || entity === undefined) return null;
    if (at === path.length - 1) break;
    const next: string | null = 'entity' in field.type ? field.type.entity : null;
    entity = model.entities.find((each) => each.name === next);
  }
  if (entity === undefined || field === undefined) return null;
  return entity === start || largeEntity(model, entity.name) !== null ? { entity, field } : null;
}

function queriesIn(expression: Expression): readonly Query[] {
  const found: Query[] = [];
  walk(expression, (part) => {
    if (part.kind === 'query') found.push(part);
  });
  return found;
}
