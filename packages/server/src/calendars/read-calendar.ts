import type { ColumnView, ScreenView } from '@nonet/client';
import type { Actor, ListQuery, WireRecord } from '@nonet/engine';
import {
  type Entity,
  isObject,
  message,
  messageFormatIn,
  readRecurrence,
  type Recurrence,
  type Screen,
  screenOfRecord,
  writeRecurrence,
} from '@nonet/language';
import type { Running } from '../product.ts';
import type { Rights } from '../view/rights.ts';
import { screenView } from '../view/screens.ts';
import type { CalendarContent, CalendarEntry } from './calendar-text.ts';
import { valueText } from './value-text.ts';

/** The entries of one entity at most, those that are still to come first; and how long past ones stay. */
export const MOST_ENTRIES = 1_000;
export const DAYS_PAST = 366;
const DAY_MILLISECONDS = 86_400_000;

/** An entity whose records are on a calendar. */
interface Source {
  readonly entity: Entity;
  readonly columns: readonly ColumnView[];
  readonly from: string;
  readonly to: string | null;
  readonly isInstant: boolean;
  /** Whether `from` holds repeating dates. */
  readonly repeats: boolean;
  readonly query: Pick<ListQuery, 'screen' | 'filters'>;
}

/**
 * A calendar screen (2) as one reader may see it: the records of the screen with the words that stand on its entries, and those of
 * further entities by their titles.
 * @param parameters `path.branch=…`: the values of the route's parameters.
 * @returns null if the reader may not read when anything on it is
 * @throws {Refusal} as the list of the screen's records
 */
export async function readCalendar(
  { plan, engine }: Running,
  { rights, actor }: { readonly rights: Rights; readonly actor: Actor },
  screen: Screen,
  parameters: ListQuery['filters'],
  origin: string,
): Promise<CalendarContent | null> {
  const view = screenView(rights, screen);
  const sources = sourcesOf(rights, view, parameters);
  if (sources.length === 0) return null;
  const now = Date.parse(engine.clock());
  const parts: (readonly CalendarEntry[])[] = [];
  let isWhole = true;
  for (const source of sources) {
    const page = { ...source.query, ...selectionOf(rights, source), ...NO_PAGE };
    const records: WireRecord[] = [];
    for (const { order, filters } of queriesOf(source, now)) {
      const limit = MOST_ENTRIES - records.length;
      if (limit <= 0) {
        isWhole = false;
        break;
      }
      const query: ListQuery = { ...page, order, filters: [...source.query.filters, ...filters], limit };
      const { items, next } = await engine.list(actor, source.entity.name, query);
      records.push(...items);
      isWhole &&= next === null;
    }
    const host = new URL(origin).host;
    const place = placeOf(plan.screens, rights, source.entity, origin);
    parts.push(records.flatMap((record) => entryOf(source, record, { host, place, settings: plan.settings })));
  }
  const words = messageFormatIn(plan.settings.locale);
  return {
    name: screen.name,
    note: isWhole ? null : words.message(message('calendarCut', { most: MOST_ENTRIES })),
    timeZone: plan.settings.timeZone,
    entries: parts.flat(),
  };
}

const NO_PAGE = { search: null, cursor: null, count: false, isOwnLimit: true } as const;

function sourcesOf(rights: Rights, view: ScreenView, filters: ListQuery['filters']): readonly Source[] {
  const source = (name: string, days: ScreenView['also'][number] | ScreenView['days'], more: Partial<Source>) => {
    const entity = rights.entity(name);
    const kind = days === null ? null : rights.field(name, days.from)?.type.kind;
    if (!entity || days === null) return [];
    const { from, to } = days;
    const [isInstant, repeats] = [kind === 'datetime', kind === 'recurrence'];
    return [{ entity, columns: [], from, to, isInstant, repeats, query: ALL, ...more }];
  };
  const columns = view.groups.flatMap((group) => group.columns);
  const own =
    view.entity === null ? [] : source(view.entity, view.days, { columns, query: { screen: view.slug, filters } });
  return [...own, ...view.also.flatMap((also) => source(also.entity, also, {}))];
}

const ALL: Source['query'] = { screen: null, filters: [] };

/** The fields that an entry is made of. */
function selectionOf(rights: Rights, { entity, columns, from, to }: Source): Pick<ListQuery, 'fields' | 'expand'> {
  const paths = columns.map(({ path }) => path.join('.')).filter((path) => path !== '_title');
  const referring = columns.filter(({ field }) => field.kind === 'reference' || field.kind === 'many');
  const changed = rights.mayRead(entity.name, 'updated_at') ? ['updated_at'] : [];
  const address = addressField(rights, entity);
  const named = [
    from,
    ...(to === null ? [] : [to]),
    ...changed,
    ...(address === 'id' || address === null ? [] : [address]),
  ];
  return {
    fields: [...new Set([...paths, ...named])].join(','),
    expand: referring.length === 0 ? null : [...new Set(referring.map(({ path }) => path.join('.')))].join(','),
  };
}

/**
 * The lists that together hold the entries: what is still to come, in its order, and what is past, the latest first. Repeating dates
 * have no order, and are all there.
 */
function queriesOf(
  { from, to, isInstant, repeats }: Source,
  now: number,
): readonly { readonly order: string | null; readonly filters: ListQuery['filters'] }[] {
  if (repeats) return [{ order: null, filters: [] }];
  const at = (milliseconds: number) => {
    const text = new Date(milliseconds).toISOString();
    return isInstant ? text : text.slice(0, 10);
  };
  const present = at(now - DAY_MILLISECONDS);
  const first = at(now - DAYS_PAST * DAY_MILLISECONDS);
  const key = (name: string, value: string) => ({ key: name, value });
  const end = to ?? from;
  // An entry without an end is at its beginning.
  const open = to === null ? null : key(`${to}.null`, 'true');
  const ahead = [key(`${end}.gte`, present)];
  const behind = [key(`${end}.gte`, first), key(`${end}.lt`, present)];
  const queries = [
    { order: from, filters: ahead },
    ...(open === null ? [] : [{ order: from, filters: [key(`${from}.gte`, present), open] }]),
    { order: `-${from}`, filters: behind },
    ...(open === null
      ? []
      : [{ order: `-${from}`, filters: [key(`${from}.gte`, first), key(`${from}.lt`, present), open] }]),
  ];
  return queries;
}

interface Placing {
  readonly host: string;
  readonly place: ((record: WireRecord) => string | null) | null;
  readonly settings: Running['plan']['settings'];
}

function entryOf(source: Source, record: WireRecord, { host, place, settings }: Placing): CalendarEntry[] {
  const from = record[source.from];
  if (typeof from !== 'string') return [];
  const to = source.to === null ? null : record[source.to];
  const repeated = source.repeats ? readRecurrence(from).recurrence : null;
  const changed = record['updated_at'];
  const words = source.columns.map(({ path, field }) => valueText(valueAt(record, path), field, settings));
  const summary = words.filter((text) => text !== '').join(' · ');
  return [
    {
      uid: `${record.id}-${source.from}@${source.entity.path}.${host}`,
      summary: summary === '' ? record._title : summary,
      from: repeated?.start ?? from,
      to: typeof to === 'string' ? to : null,
      isInstant: source.isInstant,
      rule: repeated === null ? null : ruleOf(repeated),
      except: repeated?.except ?? [],
      changedAt: typeof changed === 'string' ? changed : null,
      url: place?.(record) ?? null,
    },
  ];
}

/** The rule itself, without its name, its first date and its exceptions. */
function ruleOf(recurrence: Recurrence): string {
  return writeRecurrence({ ...recurrence, except: [] }).replace(/^.*\nRRULE:/, '');
}

/** The value at the end of a path; behind a list, each value of its records once. */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return [...new Set(value.flatMap((each: unknown) => valueAt(each, [name, ...rest]) ?? []))];
  return isObject(value) ? valueAt(value[name], rest) : undefined;
}

/** The field by which the address of a record's screen names it; null if the reader has no such screen. */
function addressField(rights: Rights, { name }: Entity): string | null {
  const found = screenOfRecord(rights.plan.screens, name);
  return found !== null && rights.opens(found.screen) ? found.field : null;
}

/** Where the screen of a record is, for readers who may open it. */
function placeOf(screens: readonly Screen[], rights: Rights, { name }: Entity, origin: string): Placing['place'] {
  const found = screenOfRecord(screens, name);
  if (found === null || !rights.opens(found.screen)) return null;
  return (record) => {
    const value = found.field === 'id' ? record.id : record[found.field];
    return typeof value === 'string' || typeof value === 'number'
      ? `${origin}${found.before}${encodeURIComponent(value)}${found.after}`
      : null;
  };
}
