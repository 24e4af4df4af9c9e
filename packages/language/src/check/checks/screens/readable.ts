import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { fieldsRead } from '../../../expression/fields.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';

/** What a part of a screen reads: a path from an entity, and where it stands. */
interface Shown {
  readonly entity: string;
  readonly path: readonly string[];
  readonly clause: string;
  readonly span: Span | undefined;
}

/** 2: A column, filter, order, tile or condition that nobody could ever read is an error. */
export function checkReadableColumns(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  const unread = new Set<string>();
  for (const screen of model.screens) {
    const reported = new Set<number>();
    for (const { entity: start, path, clause, span } of shownOn(screen, context)) {
      const entity = hiddenAt(possible, context, start, path);
      if (entity === null || !span || reported.has(span.start) || unread.has(entity)) continue;
      // Of an entity that nobody reads at all one field says it.
      if (!possible.does(entity, 'read')) unread.add(entity);
      reported.add(span.start);
      context.report('N219', SCREENS_CODES.N219, { path: path.join('.'), entity }, span, { clause });
    }
  }
}

/** The entity of the first field on a path that nobody can read; null where each may be. */
function hiddenAt(possible: Possible, context: Context, start: string, path: readonly string[]): string | null {
  let entity = start;
  for (const name of path) {
    if (!possible.readsField(entity, name)) return entity;
    const type = context.schema.entities.get(entity)?.fields.get(name);
    if (type?.kind !== 'record') return null;
    entity = type.entity;
  }
  return null;
}

function* shownOn(screen: Screen, context: Context): Generator<Shown> {
  for (const { clause, shows, by } of screen.tiles) {
    for (const expression of [shows, by]) if (expression) yield* readIn(expression, clause, context.placeOf(clause));
  }
  const { entity, clause, kind } = screen;
  // A form writes its fields; whether somebody may is the form's own question.
  if (entity === null || kind === 'form' || kind === 'sign up') return;
  const columns = [...screen.groups.flatMap((group) => group.columns), ...screen.filters, ...screen.search];
  for (const column of columns) yield { entity, ...column, span: context.placeOf(column.clause) };
  for (const related of screen.related)
    for (const column of related.columns)
      yield { ...column, entity: related.entity, span: context.placeOf(column.clause) };
  for (const also of screen.also)
    for (const name of [also.from, also.to])
      if (name !== null)
        yield { entity: also.entity, path: [name], clause: also.clause, span: context.placeOf(also.clause) };
  const part = (name: string): Span | undefined => context.placeOf(`${clause}.${name}`);
  for (const { path } of screen.order) yield { entity, path, clause: `${clause}.order`, span: part('order') };
  if (screen.where) yield* readIn(screen.where, `${clause}.where`, part('where'));
  const placed = [screen.board?.field, screen.calendar?.from, screen.calendar?.to];
  for (const name of placed) if (name) yield { entity, path: [name], clause, span: context.placeOf(clause) };
}

function* readIn(expression: Expression, clause: string, span: Span | undefined): Generator<Shown> {
  for (const { entity, field } of fieldsRead(expression)) yield { entity, path: [field], clause, span };
}
