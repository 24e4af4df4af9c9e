import { type Column, type Field, type Screen, type ScreenAction, screenShows } from '@nonet/language';
import { entityOf, type View } from '../../reference/evaluate.ts';
import { mayReadField, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import { seenBy } from '../../reference/seen.ts';
import type { Parts } from '../../run/case.ts';
import { settable } from '../../search/draft.ts';
import { verdictOn } from './offered.ts';
import { enteredOnNew, may } from '../roles/possible.ts';
import { viewOf } from './screens.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** In a row of a list stand as many events; the others are in its menu. */
const MOST_IN_A_ROW = 3;
/** More cards than this may not all be there at once. */
const MOST_CARDS = 20;

/** Whether all of these records stand on the screen's first page. */
export function isWhole(context: DerivationContext, { kind, pageSize }: Screen, ids: readonly string[]): boolean {
  return ids.length <= (kind === 'board' ? MOST_CARDS : (pageSize ?? context.plan.settings.pageSize));
}

/** What stands there whatever the records are: the tiles of a dashboard, and actions that concern no record. */
export function onScreen(context: DerivationContext, screen: Screen, actor: Actor): Parts {
  const view = viewOf(context, screen, actor);
  const general = actionsOf(screen, view.actions).filter(
    // What is deleted is shown by a switch of the whole list.
    (action) => !isOfRecord(context, screen, action) || (action.kind === 'restore' && screen.kind === 'list'),
  );
  const hasActions = screenShows(screen.kind, 'records');
  const actions = general.map(({ clause }) => clause);
  return {
    shown: [...view.tiles, ...(hasActions ? actions : [])],
    perhaps: [...view.columns, ...view.actions],
  };
}

export function onList(context: DerivationContext, screen: Screen, actor: Actor, ids: readonly string[]): Parts {
  const view = viewOf(context, screen, actor);
  const { shown } = onScreen(context, screen, actor);
  const perhaps = new Set<string>();
  const inRows = new Set<string>();
  const events = actionsOf(screen, view.actions).filter((action) => action.kind === 'event');
  const isAll = isWhole(context, screen, ids);
  for (const id of ids) {
    const record = context.world.view(id);
    if (record === null) continue;
    const verdicts = events.map((action) => ({ action, verdict: verdictOn(context, screen, actor, action, record) }));
    const certain = isAll && verdicts.every(({ verdict }) => verdict !== 'unknown');
    const now = verdicts.filter(({ verdict }) => verdict === 'may').slice(0, MOST_IN_A_ROW);
    for (const { action } of certain ? now : verdicts) (certain ? inRows : perhaps).add(action.clause);
  }
  const columns = ids.length === 0 ? [] : view.columns;
  return { shown: [...new Set([...shown, ...columns, ...inRows])], perhaps: [...perhaps] };
}

export function onBoard(context: DerivationContext, screen: Screen, actor: Actor, ids: readonly string[]): Parts {
  const { shown } = onScreen(context, screen, actor);
  const seen = seenBy(context.world, actor);
  const { columns } = viewOf(context, screen, actor);
  const stated = columnsOf(screen).filter(({ clause }) => columns.includes(clause));
  const on = screen.board?.field ?? '';
  const cards = ids.filter((id) => seen.view(id)?.[on] !== null);
  const filled = stated.filter(
    // The first is the card's title, which is always there.
    (column, place) => cards.some((id) => place === 0 || valueAt(seen.view(id), column.path) !== null),
  );
  const clauses = filled.map(({ clause }) => clause);
  return isWhole(context, screen, cards) ? { shown: [...shown, ...clauses], perhaps: [] } : { shown, perhaps: clauses };
}

export function onRecord(context: DerivationContext, screen: Screen, actor: Actor, record: View): Parts {
  const view = viewOf(context, screen, actor);
  const shown: string[] = [];
  const perhaps: string[] = [];
  for (const { clause, path } of columnsOf(screen).filter(({ clause }) => view.columns.includes(clause))) {
    const [name = ''] = path;
    const field = context.lookup.field(entityOf(record.id), name);
    if (field === null) perhaps.push(clause);
    else if (field.type.kind === 'open' || mayReadField(actor, record, name)) shown.push(clause);
  }
  for (const { field, columns } of screen.related) {
    const stated = columns.filter(({ clause }) => view.columns.includes(clause)).map(({ clause }) => clause);
    const rows = seenBy(context.world, actor).view(record.id)?.[field];
    if (Array.isArray(rows) && rows.length > 0) shown.push(...stated);
  }
  for (const action of actionsOf(screen, view.actions)) {
    const verdict = verdictOn(context, screen, actor, action, record);
    if (verdict === 'unknown') perhaps.push(action.clause);
    else if (verdict !== 'absent') shown.push(action.clause);
  }
  return { shown, perhaps };
}

/** The fields that are entered there, by their own clauses; of a record that is changed, null where one is created. */
export function onForm(context: DerivationContext, screen: Screen, actor: Actor, record: View | null): Parts {
  const { entity } = screen;
  const fields = entity === null ? [] : fieldsOn(context, actor, entity, record);
  const mayEnter = (name: string) => {
    if (entity === null) return false;
    if (record === null) return screen.kind === 'sign up' || may(context, actor, entity, 'create');
    return mayUpdateField(actor, record, name);
  };
  const stated = new Set(columnsOf(screen).map(({ path }) => (path.length === 1 ? path[0] : '')));
  // Who signs up says at which address they are written to (3).
  const email = screen.kind === 'sign up' ? context.lookup.field(entity ?? 'User', 'email') : null;
  const asked = email === null || fields.includes(email) ? fields : [...fields, email];
  const entered = asked.filter(({ name }) => stated.has(name) && mayEnter(name));
  const some = stated.size > 0;
  return {
    shown: some ? entered.filter(({ when }) => when === null).map(({ clause }) => clause) : [],
    perhaps: (some ? entered : context.lookup.entity(entity ?? 'User').fields).map(({ clause }) => clause),
  };
}

function fieldsOn(context: DerivationContext, actor: Actor, entity: string, record: View | null): Field[] {
  return record === null ? enteredOnNew(context, actor, entity) : settable(context.drafting(actor), entity, false);
}

export function isOfRecord(context: DerivationContext, { entity }: Screen, action: ScreenAction): boolean {
  if (action.kind === 'event') {
    const rows = context.lookup.event(entity ?? '', action.event)?.transitions ?? [];
    return !rows.some(({ from }) => from === 'new');
  }
  if (action.kind !== 'create from') return ['edit', 'delete', 'restore'].includes(action.kind);
  return JSON.stringify(Object.values(action.values)).includes('"name":"this"');
}

export function actionsOf({ actions }: Screen, clauses: readonly string[]): ScreenAction[] {
  return actions.filter(({ clause }) => clauses.includes(clause));
}

export function columnsOf({ groups }: Screen): Column[] {
  return groups.flatMap(({ columns }) => columns);
}

export function valueAt(record: View | null, path: readonly string[]): unknown {
  return (
    path.reduce<unknown>((at, name) => (at === null || at === undefined ? null : (at as View)[name]), record) ?? null
  );
}
