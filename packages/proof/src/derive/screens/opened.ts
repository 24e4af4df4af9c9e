import { type Field, type Screen, type ScreenAction } from '@nonet/language';
import { entityOf, type View } from '../../reference/evaluate.ts';
import { type Actor, mayReadField, mayUpdateField } from '../../reference/permissions.ts';
import { papersFor } from '../../reference/papers.ts';
import { seenBy } from '../../reference/seen.ts';
import type { Parts } from '../../run/case.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { enteredOnNew, may } from '../roles/possible.ts';
import { columnsOf, hasRows, valueAt } from './columns.ts';
import { verdictOn } from './offered.ts';
import { recordsAs } from './records-as.ts';
import { viewOf } from './screens.ts';

/** The maximum number of events in a row of a list; the others are in its menu. */
const MOST_IN_A_ROW = 3;
/** A column of a board may not load more cards than this at first. */
const MOST_CARDS = 20;

/** Whether a board or a gallery shows all of these records when it is opened. */
export function isWhole(context: DerivationContext, screen: Screen, ids: readonly string[]): boolean {
  const { pageSize } = context.plan.settings;
  if (screen.gallery !== null) return ids.length <= (screen.pageSize ?? pageSize);
  const field = screen.board?.field ?? '';
  const columns = Object.groupBy(ids, (id) => String(context.world.get(id)?.values[field]));
  return Object.values(columns).every((cards = []) => cards.length <= Math.min(MOST_CARDS, pageSize));
}

/** The parts that do not depend on records: the tiles of a dashboard, and actions that concern no record. */
export function onScreen(context: DerivationContext, screen: Screen, actor: Actor): Parts {
  const view = viewOf(context, screen, actor);
  const general = actionsOf(screen, view.actions).filter(
    // A switch of the whole list shows deleted records.
    (action) => !isOfRecord(context, screen, action) || (action.kind === 'restore' && recordsAs(screen) === 'rows'),
  );
  // A record's screen offers them where there is no record.
  return {
    shown: [...view.tiles, ...general.map(({ clause }) => clause)],
    perhaps: [...view.columns, ...view.actions],
  };
}

/** The parts of a list with these records, some of which are certainly on its first page. */
export function onList(
  context: DerivationContext,
  screen: Screen,
  actor: Actor,
  ids: readonly string[],
  onPage: ReadonlySet<string>,
): Parts {
  const view = viewOf(context, screen, actor);
  const { shown } = onScreen(context, screen, actor);
  const perhaps = new Set<string>();
  const inRows = new Set<string>();
  const events = actionsOf(screen, view.actions).filter((action) => action.kind === 'event');
  for (const id of ids) {
    const record = context.world.view(id);
    if (record === null) continue;
    const verdicts = events.map((action) => ({ action, verdict: verdictOn(context, screen, actor, action, record) }));
    const certain = onPage.has(id) && verdicts.every(({ verdict }) => verdict !== 'unknown');
    const now = certain ? verdicts.filter(({ verdict }) => verdict === 'may') : verdicts;
    // A row has a button for the first one; whether it has room for a second, or its menu has it, nobody states.
    for (const [place, { action }] of now.entries())
      if (!certain || place < MOST_IN_A_ROW) (certain && place === 0 ? inRows : perhaps).add(action.clause);
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
  const seen = seenBy(context.world, actor).view(record.id);
  for (const part of screen.related) {
    const stated = part.columns.filter(({ clause }) => view.columns.includes(clause)).map(({ clause }) => clause);
    if (hasRows(seen, part)) shown.push(...stated);
  }
  for (const action of actionsOf(screen, view.actions)) {
    const verdict = verdictOn(context, screen, actor, action, record);
    if (verdict === 'unknown') perhaps.push(action.clause);
    else if (verdict !== 'absent') shown.push(action.clause);
  }
  shown.push(...papersFor(context.world, actor, record).map(({ clause }) => clause));
  return { shown, perhaps };
}

/** The fields of a form, by their own clauses, for a record that is changed; null if one is created. */
export function onForm(context: DerivationContext, screen: Screen, actor: Actor, record: View | null): Parts {
  const { entity } = screen;
  const fields = entity === null ? [] : fieldsOn(context, actor, entity, record);
  const mayEnter = (name: string) => {
    if (entity === null) return false;
    if (record === null) return screen.kind === 'sign up' || may(context, actor, entity, 'create');
    return mayUpdateField(actor, record, name);
  };
  const stated = new Set(columnsOf(screen).map(({ path }) => (path.length === 1 ? path[0] : '')));
  // The address at which a new user is reached (3).
  const email = screen.kind === 'sign up' ? context.lookup.field(entity ?? 'User', 'email') : null;
  const asked = email === null || fields.includes(email) ? fields : [...fields, email];
  const entered = asked.filter(({ name }) => stated.has(name) && mayEnter(name));
  const some = stated.size > 0;
  return {
    shown: some ? entered.filter(({ when }) => when === null).map(({ clause }) => clause) : [],
    perhaps: (some ? entered : context.lookup.entity(entity ?? 'User').fields).map(({ clause }) => clause),
  };
}

function fieldsOn(context: DerivationContext, actor: Actor, entity: string, record: View | null): readonly Field[] {
  return record === null ? enteredOnNew(context, actor, entity) : settable(context.drafting(actor), entity, false);
}

export function isOfRecord(context: DerivationContext, { entity }: Screen, action: ScreenAction): boolean {
  if (action.kind === 'event') {
    const rows = context.lookup.event(entity ?? '', action.event)?.transitions ?? [];
    return !rows.some(({ from }) => from === 'new');
  }
  if (action.kind !== 'create from')
    return ['copy', 'edit', 'delete', 'restore', 'erase', 'merge'].includes(action.kind);
  return JSON.stringify(Object.values(action.values)).includes('"name":"this"');
}

export function actionsOf({ actions }: Screen, clauses: readonly string[]): ScreenAction[] {
  return actions.filter(({ clause }) => clauses.includes(clause));
}
