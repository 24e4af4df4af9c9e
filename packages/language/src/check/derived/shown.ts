import { fieldsRead } from '../../expression/fields.ts';
import { queriedEntities } from '../../expression/read-fields.ts';
import type { Expression } from '../../expression/tree.ts';
import { type Screen, screenShows } from '../../model/screens.ts';
import type { Span } from '../../source/span.ts';
import type { Context } from '../context.ts';
import type { Hidden, Possible } from './possible.ts';

/** A value that a part of a screen reads: a path from an entity (empty for the record itself), and its place. */
export interface Shown {
  readonly entity: string;
  readonly path: readonly string[];
  readonly clause: string;
  readonly span: Span;
}

/** The first step of a shown path that nobody could ever read; null if somebody may read each. */
export function hiddenIn(
  possible: Possible,
  context: Context,
  { entity: start, path }: Pick<Shown, 'entity' | 'path'>,
): Hidden | null {
  let entity = start;
  if (path.length === 0) return possible.hidden(entity, null);
  for (const name of path) {
    const hidden = possible.hidden(entity, name);
    if (hidden !== null) return hidden;
    const type = context.schema.entities.get(entity)?.fields.get(name);
    const next = type?.kind === 'list' ? type.of : type;
    if (next?.kind !== 'record') return null;
    entity = next.entity;
  }
  return null;
}

/** Everything that a screen reads, in every part that names a field; its records themselves come last. */
export function shownOn(screen: Screen, context: Context): readonly Shown[] {
  return [...partsOf(screen, context)].flatMap(({ span, ...shown }) => (span ? [{ ...shown, span }] : []));
}

type Part = Omit<Shown, 'span'> & { readonly span: Span | undefined };

function* partsOf(screen: Screen, context: Context): Generator<Part> {
  for (const { clause, shows, by, target } of screen.tiles) {
    if (target) yield* readIn(target, clause, context.placeOf(`${clause}.target`));
    if (shows) yield* readIn(shows, clause, context.placeOf(`${clause}.shows`));
    if (by) yield* readIn(by, clause, context.placeOf(`${clause}.by`));
  }
  for (const { entity, columns, clause } of screen.given?.reads ?? []) {
    for (const column of columns) yield { ...column, entity, span: context.placeOf(column.clause) };
    yield { entity, path: [], clause, span: context.placeOf(clause) };
  }
  const { entity, clause, kind } = screen;
  for (const action of screen.actions) {
    if (action.kind !== 'create from') continue;
    for (const value of Object.values(action.values))
      yield* readIn(value, action.clause, context.placeOf(action.clause));
  }
  // A form writes its fields; whether somebody may is the form's own question.
  if (entity === null || screenShows(kind, 'entries')) return;
  const columns = [...screen.groups.flatMap((group) => group.columns), ...screen.filters, ...screen.search];
  for (const column of columns) yield { ...column, entity, span: context.placeOf(column.clause) };
  for (const related of screen.related)
    for (const column of related.columns)
      yield { ...column, entity: related.entity, span: context.placeOf(column.clause) };
  for (const also of screen.also)
    for (const name of [also.from, also.to])
      if (name !== null)
        yield { entity: also.entity, path: [name], clause: also.clause, span: context.placeOf(also.clause) };
  const part = (name: string): Span | undefined => context.placeOf(`${clause}.${name}`);
  for (const { path, by } of screen.order)
    if (by) yield* readIn(by, `${clause}.order`, part('order'));
    else yield { entity, path, clause: `${clause}.order`, span: part('order') };
  if (screen.where) yield* readIn(screen.where, `${clause}.where`, part('where'));
  const heading = context.placeOf(clause);
  for (const name of [screen.board?.field, screen.gallery?.field, screen.days?.from, screen.days?.to])
    if (name) yield { entity, path: [name], clause, span: heading };
  for (const [name, of] of Object.entries({ rows: screen.rows, colour: screen.colour }))
    if (of !== null) yield { entity, path: [of], clause: `${clause}.${name}`, span: part(name) };
  for (const related of screen.related) yield { entity, path: [related.field], clause, span: part('related') };
  yield { entity, path: [], clause, span: heading };
}

function* readIn(expression: Expression, clause: string, span: Span | undefined): Generator<Part> {
  for (const { entity, field } of fieldsRead(expression)) yield { entity, path: [field], clause, span };
  for (const entity of queriedEntities(expression)) yield { entity, path: [], clause, span };
}
