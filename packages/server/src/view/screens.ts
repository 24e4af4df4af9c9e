import type { ColumnView, GivenView, ScreenActionView, ScreenView } from '@nonet/client';
import {
  type Column,
  type Days,
  type Expression,
  type GivenScreen,
  type Screen,
  type ScreenAction,
  screenShows,
  walk,
  queriedEntities,
  readFields,
  isSortable,
} from '@nonet/language';
import { lastField } from './columns.ts';
import { copyView } from './copied.ts';
import { knownCondition } from './known.ts';
import { Rights } from './rights.ts';

/** The screens that the reader may open, in the document's order. */
export function openableScreens(rights: Rights): readonly Screen[] {
  return rights.plan.screens.filter((screen) => rights.opens(screen));
}

/** A screen with the parts of which this reader might ever see or do something. */
export function screenView(rights: Rights, screen: Screen): ScreenView {
  const columns = (of: string | null, list: readonly Column[]) =>
    of === null ? [] : list.flatMap((column) => columnView(rights, of, column));
  const { entity } = screen;
  // A person who signs up has no account yet, so the form has the rights of nobody, for any reader.
  const entering = screen.kind === 'sign up' ? new Rights(rights.plan, { userId: null, roles: [] }) : rights;
  const known = entity !== null && (rights.may(entity, 'read') || rights.may(entity, 'create'));
  return {
    slug: screen.slug,
    name: screen.name,
    clause: screen.clause,
    route: screen.route,
    parameters: screen.parameters.map((parameter) => ({ ...parameter })),
    kind: screen.kind,
    entity: known ? entity : null,
    groups: enteredGroups(entering, screen)
      .map((group) => ({
        label: group.label,
        columns:
          screenShows(screen.kind, 'entries') && entity !== null
            ? group.columns.flatMap((column) =>
                entryView({ rights, entering }, entity, column, screen.kind === 'sign up'),
              )
            : columns(entity, group.columns),
      }))
      .filter((group) => group.columns.length > 0),
    filters: columns(entity, screen.filters),
    search: columns(entity, screen.search).length > 0,
    order: screen.order
      // A condition is the server's own: no column is sorted by it.
      .filter((key) => entity !== null && key.path.length > 0 && rights.mayReadPath(entity, key.path))
      .map((key) => ({ path: [...key.path], descending: key.descending })),
    byHand: byHandView(rights, screen),
    pageSize: screen.pageSize ?? rights.plan.settings.pageSize,
    actions: screen.actions.flatMap((action) => actionView(rights, screen, action)),
    related: screen.related
      .filter((related) => entity !== null && rights.mayRead(entity, related.field))
      .map((related) => ({ ...related, columns: columns(related.entity, related.columns) })),
    empty: screen.empty,
    body: screen.body,
    waits: waits(screen, known),
    board: entity !== null && screen.board && rights.mayRead(entity, screen.board.field) ? { ...screen.board } : null,
    days: entity !== null && screen.days ? daysView(rights, entity, screen.days) : null,
    gallery:
      entity !== null && screen.gallery && rights.mayRead(entity, screen.gallery.field) ? { ...screen.gallery } : null,
    rows: groupField(rights, screen, screen.rows),
    colour: groupField(rights, screen, screen.colour),
    also: screen.also.flatMap(({ entity: other, ...days }) => {
      const shown = daysView(rights, other, days);
      return shown ? [{ entity: other, ...shown }] : [];
    }),
    tiles: screen.tiles
      .filter((tile) => [tile.shows, tile.by, tile.target].every((part) => part === null || mightRead(rights, part)))
      .map(({ name, clause, as, by }) => ({
        name,
        clause,
        as,
        byTime: as !== 'trend' && by?.type.kind === 'date',
      })),
    ...(screen.given && { given: givenView(rights, screen.slug, screen.given) }),
    open: [
      ...screen.open.map((clause) => ({ part: clause.split('.').at(-1) ?? clause, clause })),
      ...(entity === null ? [] : openColumns(rights, entity, screen)),
    ],
  };
}

/** The requests that a given page may make. It names them itself; fields that its reader can never read are left out. */
function givenView(rights: Rights, slug: string, { reads, does }: GivenScreen): GivenView {
  return {
    address: `/api/-/given/${slug}`,
    reads: reads
      .filter(({ entity }) => rights.may(entity, 'read'))
      .map(({ entity, columns }) => ({
        entity,
        fields: columns.filter(({ path }) => rights.mayReadPath(entity, path)).map(({ path }) => path.join('.')),
      })),
    does: does.map((asked) => ({
      entity: asked.entity,
      kind: asked.kind,
      name: asked.kind === 'event' ? asked.event : asked.kind === 'update' ? asked.field : null,
    })),
  };
}

/** Whether what a list shows waits for somebody: its own condition narrows it, and it acts on each of its records. */
function waits({ kind, where, actions }: Screen, known: boolean): boolean {
  return known && kind === 'list' && where !== null && actions.some((action) => action.kind === 'event');
}

/** Whether the order of a list or board is that which people give its records, and this reader might give it. */
function byHandView(rights: Rights, { kind, entity: name, order }: Screen): ScreenView['byHand'] {
  const entity = name === null ? null : rights.entity(name);
  if (!entity || (kind !== 'list' && kind !== 'board')) return null;
  const [key] = order.length > 0 ? order : entity.order;
  const field = entity.fields.find((own) => own.name === entity.orderByHand);
  if (!key || !field || key.path.length > 1 || key.path[0] !== field.name) return null;
  if (!rights.mayReadPath(entity.name, key.path) || !rights.maySetOnUpdate(entity.name, field)) return null;
  return { field: field.name, descending: key.descending };
}

/** A form's stated fields; a sign-up asks by default for the e-mail address and the required fields. */
function enteredGroups(rights: Rights, { kind, groups, entity }: Screen): Screen['groups'] {
  if (kind !== 'sign up' || groups.length > 0) return groups;
  const fields = rights.entity(entity ?? '')?.fields ?? [];
  const asked = fields.filter((field) => {
    const isGiven = field.default !== null || field.when !== null || !field.required;
    return field.name === 'email' || (!isGiven && rights.maySetOnCreate(entity ?? '', field));
  });
  const columns = asked.map(({ name, label, clause }) => ({ path: [name], label, clause }));
  return [{ label: null, columns }];
}

/** A field that a form asks for need not be readable once it is saved. */
function entryView(
  { rights, entering }: { readonly rights: Rights; readonly entering: Rights },
  entity: string,
  column: Column,
  signsUp: boolean,
): ColumnView[] {
  const field = rights.field(entity, column.path[0] ?? '');
  const entered = column.path.length === 1 && field !== null && entering.maySetOnCreate(entity, field);
  // 6: people give their e-mail address when they sign up, regardless of its own row.
  if (signsUp && column.path[0] === 'email')
    return columnOf(rights, entity, column).map((own) => ({ ...own, field: { ...own.field, onCreate: true } }));
  return entered ? columnOf(entering, entity, column) : columnView(rights, entity, column);
}

function columnView(rights: Rights, entity: string, column: Column): ColumnView[] {
  return rights.mayReadPath(entity, column.path) ? columnOf(rights, entity, column) : [];
}

function columnOf(rights: Rights, entity: string, column: Column): ColumnView[] {
  const field = lastField(rights, entity, column.path);
  if (!field) return [];
  const sortable = field.several !== true && isSortable(field);
  return [{ path: [...column.path], label: column.label, clause: column.clause, field, sortable }];
}

/**
 * The columns and filters of which nothing is shown because what they hold is not: that is marked, by what is missing.
 */
function openColumns(rights: Rights, entity: string, { groups, filters }: Screen): ScreenView['open'] {
  const found = [...groups.flatMap(({ columns }) => columns), ...filters].flatMap(({ path, label }) => {
    const clause = openClause(rights, entity, path);
    return clause === null ? [] : [[path.join('.'), { part: label, clause }] as const];
  });
  return [...new Map(found).values()];
}

/** If a gap leaves the field at the end of a path empty: the clause of that gap. */
function openClause(rights: Rights, entity: string, path: readonly string[]): string | null {
  let at: string | null = entity;
  for (const name of path) {
    if (at === null || !rights.may(at, 'read')) return null;
    const field = rights.entity(at)?.fields.find((candidate) => candidate.name === name);
    if (field?.type.kind === 'open') return field.gap ?? field.clause;
    at = rights.target(at, name);
  }
  return null;
}

/** The field by which a screen has rows or colours, for readers who may read it. */
function groupField(rights: Rights, { entity }: Screen, field: string | null): string | null {
  return entity !== null && field !== null && rights.mayReadPath(entity, [field]) ? field : null;
}

/** The days of a screen's records; null if the reader may not read when they begin. */
function daysView(rights: Rights, entity: string, { from, to }: Days): ScreenView['days'] {
  if (!rights.mayRead(entity, from)) return null;
  return { from, to: to !== null && rights.mayRead(entity, to) ? to : null };
}

function mightRead(rights: Rights, part: Parameters<typeof readFields>[0]): boolean {
  return (
    queriedEntities(part).every((entity) => rights.may(entity, 'read')) &&
    readFields(part).every(({ entity, field }) => rights.mayRead(entity, field))
  );
}

function actionView(rights: Rights, screen: Screen, action: ScreenAction): ScreenActionView[] {
  const { clause } = action;
  if (action.kind === 'link') return [{ kind: 'link', label: action.label, to: action.to, clause }];
  if (action.kind === 'create from') return createFromView(rights, action);
  const { entity } = screen;
  if (entity === null) return [];
  if (action.kind === 'event') {
    const event = rights.plan.states
      .find((workflow) => workflow.entity === entity)
      ?.events.find((candidate) => candidate.name === action.event);
    if (!event?.transitions.some((transition) => rights.mayCause(entity, transition))) return [];
    return [{ kind: 'event', event: event.name, label: event.label, clause }];
  }
  if (action.kind === 'copy') return copyView(rights, entity, clause);
  return mayTake(rights, entity, action.kind) ? [{ kind: action.kind, clause }] : [];
}

type CreateFrom = Extract<ScreenAction, { kind: 'create from' }>;

/** Values that the reader may not know are left for them to enter. */
function createFromView(rights: Rights, { label, entity, values, clause }: CreateFrom): ScreenActionView[] {
  if (!rights.mayNow(entity, 'create')) return [];
  const known = Object.entries(values).flatMap(([field, value]) => {
    const shown = knownCondition(rights, value);
    return shown ? [[field, shown] as const] : [];
  });
  const perRecord = Object.values(values).some(readsThis);
  return [{ kind: 'create from', label, entity, values: Object.fromEntries(known), perRecord, clause }];
}

function readsThis(value: Expression): boolean {
  let found = false;
  walk(value, (node) => {
    if (node.kind === 'variable' && node.name === 'this') found = true;
  });
  return found;
}

function mayTake(
  rights: Rights,
  entity: string,
  action: 'edit' | 'create' | 'delete' | 'restore' | 'erase' | 'merge' | 'export' | 'import' | 'subscribe',
) {
  if (action === 'edit') return mayEdit(rights, entity);
  if (action === 'subscribe') return rights.may(entity, 'read');
  if (action === 'create' || action === 'export') return rights.mayNow(entity, action);
  if (action !== 'import') return rights.may(entity, action);
  return rights.mayImport(entity) && rights.mayNow(entity, 'create') && rights.mayNow(entity, action);
}

function mayEdit(rights: Rights, entity: string): boolean {
  return rights.entity(entity)?.fields.some((field) => rights.maySetOnUpdate(entity, field)) === true;
}
