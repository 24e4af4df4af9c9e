import type {
  DashboardView,
  FoundView,
  HistoryEntryView,
  ImportView,
  PageView,
  ProductView,
  ReportView,
  ScreenView,
  TileView,
} from '@nonet/client';
import { keysOf } from '@nonet/language';
import { calendarDifference } from './calendars.ts';
import { inboxDifference } from './inbox.ts';
import type { Bindings } from './bindings.ts';
import type { Answer, ExpectedEntry, ExpectedScreen } from './case.ts';
import { missingParts, placeOf, valueDifference } from './compare.ts';
import { because, type FailureReason, kept, namedClause } from './failure-reason.ts';
import { importedDifference } from './imported.ts';
import { reportDifference } from './reported.ts';

/** The difference between an answer and its expected content; null if there is none. */
export function answerDifference(bindings: Bindings, expected: Answer, text: string): FailureReason | null {
  switch (expected.kind) {
    case 'exactly':
      return valueDifference(bindings, expected.body, JSON.parse(text));
    case 'nothing':
      return text === '' ? null : because`the answer has a body, and must not have one`;
    case 'record':
      return valueDifference(bindings, expected.record, JSON.parse(text));
    case 'page':
      return pageDifference(bindings, expected, JSON.parse(text) as PageView);
    case 'among': {
      const found = (JSON.parse(text) as PageView).items.map(
        (item) => bindings.symbolic(expected.entity, item.id) ?? item.id,
      );
      const extra = found.find((id) => !expected.all.includes(id));
      const missing = expected.some.find((id) => !found.includes(id));
      if (extra !== undefined) return because`${extra} is in the list, and must not be`;
      return missing === undefined ? null : because`${missing} is not in the list`;
    }
    case 'created':
      return createdDifference(bindings, expected, JSON.parse(text) as PageView);
    case 'length': {
      const { length } = (JSON.parse(text) as PageView).items;
      return length === expected.length ? null : because`the page has ${length} records, not ${expected.length}`;
    }
    case 'tiles':
      return tilesDifference(bindings, expected.tiles, (JSON.parse(text) as DashboardView).tiles);
    case 'found':
      return foundDifference(bindings, expected, JSON.parse(text) as FoundView[]);
    case 'report':
      return reportDifference(bindings, expected, JSON.parse(text) as ReportView);
    case 'slugs': {
      const found = (JSON.parse(text) as ProductView).screens.map(({ slug }) => slug).join(', ');
      const wanted = expected.slugs.join(', ');
      return found === wanted ? null : because`the screens are ${found || 'none'}, not ${wanted || 'none'}`;
    }
    case 'screen':
      return screenDifference(expected.screen, (JSON.parse(text) as ProductView).screens);
    case 'calendar':
      return calendarDifference(bindings, expected.calendars, text);
    case 'inbox':
      return inboxDifference(bindings, expected, text);
    case 'parts':
      return missingParts(bindings, expected.parts, JSON.parse(text));
    case 'csv':
      return csvDifference(expected, text);
    case 'history':
      return historyDifference(bindings, expected.entries, JSON.parse(text) as HistoryEntryView[]);
    case 'imported':
      return importedDifference(bindings, expected, JSON.parse(text) as ImportView);
  }
}

/** The difference of a page: one answer, or several pages in a row. */
export function pageDifference(
  bindings: Bindings,
  expected: Extract<Answer, { kind: 'page' }>,
  page: PageView,
): FailureReason | null {
  const found = page.items.map((item) => bindings.symbolic(expected.entity, item.id) ?? item.id);
  const extra = found.find((id) => !expected.ids.includes(id));
  if (extra !== undefined) return because`${extra} is in the list, and must not be`;
  const missing = expected.ids.find((id) => !found.includes(id));
  if (missing !== undefined) return because`${missing} is not in the list`;
  if (found.length !== expected.ids.length) return because`a record is in the list twice`;
  if (expected.count !== undefined && page.count !== expected.count)
    return because`the count is ${String(page.count)}, not ${expected.count}`;
  for (const record of expected.records ?? []) {
    const item = page.items.find(({ id }) => id === bindings.get(String(record.id)));
    const reason = valueDifference(bindings, record, item);
    if (reason !== null) return because`in ${String(record.id)}: ${reason}`;
  }
  for (const [id, can] of Object.entries(expected.can ?? {})) {
    const visible = page.can?.[found.indexOf(id)]?.toSorted().join(', ');
    if (visible !== can.toSorted().join(', '))
      return because`${id} can ${visible || 'nothing'}, not ${can.join(', ') || 'nothing'}`;
  }
  let place = 0;
  for (const group of expected.groups ?? []) {
    const part = found.slice(place, place + group.length);
    const wrong = part.find((id) => !group.includes(id));
    if (wrong !== undefined) return because`${wrong} is not in the place that the order gives it`;
    place += group.length;
  }
  return null;
}

/** An answer has five records of each entity at most, the best first. */
const MOST_FOUND = 5;

function foundDifference(
  bindings: Bindings,
  { entity, groups }: Extract<Answer, { kind: 'found' }>,
  answer: readonly FoundView[],
): FailureReason | null {
  const own = answer.find((each) => each.entity === entity);
  const found = (own?.items ?? []).map(({ id }) => bindings.symbolic(entity, id) ?? id);
  const all = groups.flat();
  const extra = found.find((id) => !all.includes(id));
  if (extra !== undefined) return because`${extra} is found, and must not be`;
  const wanted = Math.min(all.length, MOST_FOUND);
  if (new Set(found).size !== wanted) return because`${found.length} records of ${entity} are found, not ${wanted}`;
  if ((own?.hasMore ?? false) !== all.length > MOST_FOUND)
    return because`the answer tells wrongly whether more records of ${entity} are found`;
  let place = 0;
  for (const group of groups) {
    const wrong = found.slice(place, place + group.length).find((id) => !group.includes(id));
    if (wrong !== undefined) return because`${wrong} is not in its place among what is found`;
    place += group.length;
  }
  return null;
}

/** Each of the records is on the page once; which one it is, where its id is not known yet, its values say. */
function createdDifference(
  bindings: Bindings,
  { entity, records }: Extract<Answer, { kind: 'created' }>,
  page: PageView,
): FailureReason | null {
  for (const record of records) {
    const symbol = String(record.id);
    const others = page.items.filter(({ id }) => [null, symbol].includes(bindings.symbolic(entity, id)));
    const differences = others.map((item) => valueDifference(bindings, { ...record, id: item.id }, item));
    const found = others[differences.indexOf(null)];
    if (found === undefined) return because`${symbol} is not in the list${nearest(differences)}`;
    bindings.bind(symbol, found.id);
  }
  return null;
}

function nearest(differences: readonly (FailureReason | null)[]): FailureReason {
  const [only] = differences;
  return differences.length === 1 && only ? because`: ${only}` : because``;
}

function csvDifference(expected: Extract<Answer, { kind: 'csv' }>, text: string): FailureReason | null {
  const rows = rowsOf(text);
  const [header = []] = rows;
  if (header.join() !== expected.header.join())
    return because`the columns are ${header.join()}, not ${expected.header.join()}`;
  return rows.length - 1 === expected.rows ? null : because`there are ${rows.length - 1} rows, not ${expected.rows}`;
}

/** The rows of a table in CSV (RFC 4180). */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (const [place, character] of Array.from(text).entries()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === ',') end();
    else if (!quoted && character === '\n') {
      end();
      if (place < text.length - 1) rows.push([]);
    } else if (quoted || character !== '\r') cell += character;
  }
  if (cell !== '') end();
  return rows.filter((row) => row.length > 0);
}

function historyDifference(
  bindings: Bindings,
  expected: readonly ExpectedEntry[],
  found: readonly HistoryEntryView[],
): FailureReason | null {
  if (found.length !== expected.length) return because`the history has ${found.length} entries, not ${expected.length}`;
  for (const [place, entry] of expected.entries()) {
    const { fields, values, ...rest } = entry;
    const actual = found[place];
    const reason = missingParts(bindings, rest, actual, placeOf(because`entry ${place + 1}`));
    if (reason !== null) return reason;
    const changed = (actual?.changes ?? []).map(({ field }) => field).toSorted();
    const wanted = fields.toSorted();
    if (changed.join() !== wanted.join())
      return because`entry ${place + 1} shows changes of ${changed.join(', ') || 'nothing'}, not of ${wanted.join(', ') || 'nothing'}`;
    for (const { field, from, to } of actual?.changes ?? []) {
      const visible = values[field];
      const wrong =
        visible === undefined
          ? null
          : valueDifference(bindings, visible, [from, to], placeOf(because`${kept(field)} of entry ${place + 1}`));
      if (wrong !== null) return wrong;
    }
  }
  return null;
}

function screenDifference(screen: ExpectedScreen, found: readonly ScreenView[]): FailureReason | null {
  const view = found.find(({ slug }) => slug === screen.slug);
  if (view === undefined) return because`the screen ${screen.slug} is missing`;
  const columns = [...view.groups, ...view.related].flatMap((group) => group.columns);
  const shown: ExpectedScreen = {
    slug: view.slug,
    route: view.route,
    kind: view.kind,
    columns: columns.map(({ clause }) => clause),
    filters: view.filters.map(({ clause }) => clause),
    actions: view.actions.map(({ clause }) => clause),
    tiles: view.tiles.map(({ clause }) => clause),
    search: view.search,
    pageSize: view.pageSize,
    empty: view.empty,
  };
  const wrong = keysOf(screen).find((part) => JSON.stringify(shown[part]) !== JSON.stringify(screen[part]));
  if (wrong === undefined) return null;
  return because`${kept(wrong)} of ${screen.slug} is ${JSON.stringify(shown[wrong])}, not ${JSON.stringify(screen[wrong])}`;
}

function tilesDifference(
  bindings: Bindings,
  expected: readonly Readonly<Record<string, unknown>>[],
  found: readonly TileView[],
): FailureReason | null {
  const extra = found.find((view) => !expected.some(({ clause }) => clause === view.clause));
  if (extra !== undefined) return because`the tile ${namedClause(extra.clause)} is there, and must not be`;
  for (const tile of expected) {
    const view = found.find(({ clause }) => clause === tile.clause);
    if (view === undefined) return because`the tile ${namedClause(String(tile.clause))} is missing`;
    const missed =
      'target' in tile ? valueDifference(bindings, tile.target, view.target, placeOf(because`${view.name}`)) : null;
    if (missed !== null) return missed;
    const byKey = Object.fromEntries((view.groups ?? []).map(({ key, value }) => [String(key), value]));
    const shown = 'groups' in tile ? byKey : view.value;
    if (!('groups' in tile) && !('value' in tile)) continue;
    const all = 'groups' in tile ? groupsOf(bindings, tile.groups) : null;
    const wanted = all === null ? tile.value : view.others === null ? all : shownOf(all, view);
    const reason = valueDifference(bindings, wanted, shown, placeOf(because`${view.name}`));
    if (reason !== null) return reason;
  }
  return null;
}

/** The groups that a tile lists one by one; all groups, if the count of the others is wrong. */
function shownOf(all: Record<string, unknown>, { groups, others }: TileView): Record<string, unknown> {
  const visible = new Set((groups ?? []).map(({ key }) => String(key)));
  const left = Object.entries(all).filter(([key]) => visible.has(key));
  return left.length + (others?.count ?? 0) === Object.keys(all).length ? Object.fromEntries(left) : all;
}

/** Groups by what their records are known by in the product. */
function groupsOf(bindings: Bindings, groups: unknown): Record<string, unknown> {
  const entries = Object.entries(groups as Readonly<Record<string, unknown>>);
  return Object.fromEntries(entries.map(([key, value]) => [bindings.resolve(key), value]));
}
