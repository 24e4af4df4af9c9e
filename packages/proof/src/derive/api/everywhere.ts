import { type Entity, type Field, foldText, hasTerms, hasValue, searchTerms } from '@nonet/language';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { seenBy } from '../../reference/seen.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { may, opens } from '../roles/possible.ts';
import { valueAt } from '../screens/columns.ts';
import { searchesFor } from './searches-for.ts';

/** The search over everything finds the records of an entity that have a screen, the best first. */
export function findEverywhere(builder: CaseBuilder, entity: Entity, actor: Actor, clauses: readonly string[]): void {
  const { context, world } = builder;
  const titles = titleTexts(context, entity);
  if (titles.length === 0) return;
  const seen = seenBy(world, actor);
  const paths = pathsTo(context, entity);
  const textsOf = (id: string, of: readonly (readonly string[])[]): string[] =>
    of.flatMap((path) =>
      [valueAt(seen.view(id), path)].flat().flatMap((text) => (typeof text === 'string' ? [plain(text)] : [])),
    );
  const own = titles.map(({ name }) => [name]);
  const ids = seen.living(entity.name).map(({ id }) => id);
  const text = ids
    .flatMap((id) => textsOf(id, own))
    .find((one) => searchesFor(one, 0).length > 0 && !one.startsWith('@'));
  const [search] = text === undefined ? [] : searchesFor(text, context.serial());
  if (search === undefined) return;
  const terms = searchTerms(search);
  const found = isFound(context, entity, actor) ? ids.filter((id) => hasTerms(textsOf(id, paths), terms)) : [];
  const sought = foldText(search).replaceAll('"', '').trim();
  const rankOf = (id: string): number => {
    const texts = textsOf(id, own).map(foldText);
    return texts.includes(sought) ? 0 : texts.some((each) => each.startsWith(sought)) ? 1 : 2;
  };
  const groups = [0, 1, 2].map((rank) => found.filter((id) => rankOf(id) === rank));
  const path = `/api/-/search?q=${encodeURIComponent(search)}`;
  builder.look(actor, path, { kind: 'found', entity: entity.name, groups }, [entity.clause, ...clauses]);
}

/** Whether an actor has a screen for each record of an entity. */
function isFound(context: DerivationContext, entity: Entity, actor: Actor): boolean {
  const isOpen = context.plan.screens.some(
    (screen) =>
      screen.kind === 'record' &&
      screen.entity === entity.name &&
      screen.parameters.length === 1 &&
      screen.parameters[0]?.entity === entity.name &&
      opens(context, screen, actor),
  );
  return isOpen && may(context, actor, entity.name, 'read');
}

/** The paths by which people find a record of an entity: its title, what lists of it search, and `indexed` texts. */
function pathsTo(context: DerivationContext, entity: Entity): readonly (readonly string[])[] {
  const titles = titleTexts(context, entity).map(({ name }) => [name]);
  const throughTitle = titleFields(entity).flatMap((name) => {
    const field = context.lookup.field(entity.name, name);
    if (field?.type.kind !== 'reference' || field.computed !== null) return [];
    return titleTexts(context, context.lookup.entity(field.type.entity)).map((inner) => [name, inner.name]);
  });
  const searched = context.plan.screens.flatMap((screen) =>
    screen.entity === entity.name
      ? screen.search.flatMap(({ path }) => (isIndexed(context, entity, path) ? [path] : []))
      : [],
  );
  const indexed = entity.fields.flatMap((field) =>
    field.indexed && isStoredText(entity, field) ? [[field.name]] : [],
  );
  return [...titles, ...throughTitle, ...searched, ...indexed];
}

function isIndexed(
  context: DerivationContext,
  entity: Entity,
  [name = '', inner, ...more]: readonly string[],
): boolean {
  const field = context.lookup.field(entity.name, name);
  if (field === null || more.length > 0) return false;
  if (inner === undefined) return isStoredText(entity, field);
  if ((field.type.kind !== 'reference' && field.type.kind !== 'many') || field.computed !== null) return false;
  const target = context.lookup.entity(field.type.entity);
  return target.fields.some((each) => each.name === inner && isStoredText(target, each));
}

/** The stored texts in the title of an entity whose records people look for: to refer to them, or to open them. */
function titleTexts({ plan }: DerivationContext, entity: Entity): readonly Field[] {
  const isSought =
    plan.screens.some((screen) => screen.kind === 'record' && screen.entity === entity.name) ||
    plan.entities.some(({ fields }) =>
      fields.some(({ type }) => (type.kind === 'reference' || type.kind === 'many') && type.entity === entity.name),
    );
  const names = titleFields(entity);
  return isSought ? entity.fields.filter((field) => names.includes(field.name) && isStoredText(entity, field)) : [];
}

function titleFields({ title }: Entity): string[] {
  return title.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this'
      ? [part.field]
      : [],
  );
}

function isStoredText(entity: Entity, field: Field): boolean {
  if (entity.name === 'User' && field.name === 'password') return false;
  return !field.derived && field.computed === null && hasValue(field.type, 'text', 'made text');
}
