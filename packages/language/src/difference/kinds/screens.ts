import { TRUE } from '../../check/analysis/build.ts';
import { isStatedAsGone } from '../../model/gone.ts';
import { nameOfAsked } from '../../check/derived/screen-actions.ts';
import { type Column, type GivenScreen, type Screen, type ScreenAction, screenShows } from '../../model/screens.ts';
import { sourceOfGiven } from '../../plan/given.ts';
import type { PlanScreen } from '../../plan/plan.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData } from '../equal.ts';
import { formerly } from '../former-names.ts';
import { listed } from '../pairs.ts';

/** Point 2: screens that are new, gone or changed, who can open them, and the views that people saved of them. */
export function screenDifferences(comparison: Comparison): Found[] {
  const { former, now, names } = comparison;
  const kept = new Set<PlanScreen>();
  const found = former.screens.flatMap((screen): Found[] => {
    if (screen.derived) return [];
    const own = now.screens.find(({ slug }) => slug === names.screen(screen.slug));
    if (own === undefined || own.derived) return [goneScreen(screen, isStatedAsGone(now, 'screen', screen.slug))];
    kept.add(own);
    return keptScreen(comparison, screen, own);
  });
  return [
    ...found,
    ...now.screens
      .filter((screen) => !screen.derived && !kept.has(screen))
      .map(
        (screen): Found => ({
          effect: 'compatible',
          clause: screen.clause,
          former: null,
          text: `the screen \`${screen.name}\` is new, for ${peopleOf(screen.for)}`,
        }),
      ),
  ];
}

function goneScreen(screen: PlanScreen, isStated: boolean): Found {
  const hasViews = screenShows(screen.kind, 'records');
  return {
    effect: hasViews && !isStated ? 'lost' : 'behaviour',
    clause: null,
    former: screen.clause,
    text: `the screen \`${screen.name}\` is gone${hasViews ? ', and with it the views that people saved of it' : ''}`,
  };
}

function keptScreen(comparison: Comparison, former: Screen, now: Screen): Found[] {
  const places = { clause: now.clause, former: former.clause };
  const subject = `the screen \`${now.name}\``;
  const found: Found[] = [];
  const report = (effect: Found['effect'], text: string, more: Partial<Found> = {}) =>
    found.push({ effect, ...places, text: `${subject} ${text}`, ...more });
  if (former.slug !== now.slug) report('compatible', `was \`${former.name}\`; views that people saved of it stay`);
  audience(comparison, former, now, report);
  if (former.route !== now.route)
    report('behaviour', `is at \`${now.route}\`, formerly at \`${former.route}\`: links and bookmarks lead nowhere`);
  if (former.kind !== now.kind) report('behaviour', `is a ${now.kind}, formerly a ${former.kind}`);
  const entity = former.entity === null ? null : comparison.names.entity(former.entity);
  if (entity !== now.entity) report('behaviour', `is of \`${now.entity}\`, formerly of \`${former.entity}\``);
  else {
    drawnBy(comparison, former, now, report);
    listedRecords(comparison, former, now, report);
    columns(comparison, former, now, report);
  }
  given(comparison, former, now, report);
  actions(comparison, former, now, report);
  tiles(comparison, former, now, report);
  return found;
}

type Report = (effect: Found['effect'], text: string, more?: Partial<Found>) => unknown;

function audience({ names }: Comparison, former: Screen, now: Screen, report: Report): void {
  const [before, after] = [former.for, now.for];
  if (isSameData(before, after)) return;
  const was = typeof before === 'string' ? before : before?.map((role) => names.role(role) ?? role);
  if (after === 'everyone') report('wider', `is for everyone, formerly for ${peopleOf(before)}`);
  else if (was === 'everyone') report('narrower', `is for ${peopleOf(after)}, formerly for everyone`);
  else {
    const [is, old] = [after ?? [], was ?? []];
    const more = is.filter((role) => !old.includes(role));
    const fewer = old.filter((role) => !is.includes(role));
    if (more.length > 0) report('wider', `can be opened by ${listed(more)} as well`);
    if (fewer.length > 0) report('narrower', `can be opened by ${listed(fewer)} no longer`);
  }
}

function peopleOf(people: Screen['for']): string {
  if (people === null) return 'nobody';
  return people === 'everyone' ? people : listed(people);
}

/** The page of a given screen, and what it may ask for: nobody knows what another page does with it. */
function given(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  const [was, is] = [former.given, now.given];
  if (was === undefined || is === undefined) return;
  if (was.file !== is.file) report('behaviour', `is given by \`${is.file}\`, formerly by \`${was.file}\``);
  else if (sourceOfGiven(comparison.former, was) !== sourceOfGiven(comparison.now, is))
    report('behaviour', `is given by \`${is.file}\`, whose text has changed`);
  const { names } = comparison;
  const before = askedOf(was, (entity) => names.entity(entity) ?? entity);
  const after = askedOf(is, (entity) => entity);
  const more = after.filter((asked) => !before.includes(asked));
  const fewer = before.filter((asked) => !after.includes(asked));
  if (more.length > 0) report('wider', `may ask for ${listed(more)} as well`);
  if (fewer.length > 0) report('narrower', `may ask for ${listed(fewer)} no longer`);
}

/** All that a given screen may ask for, in the words of its document. */
function askedOf({ reads, does }: GivenScreen, nameNow: (entity: string) => string): string[] {
  return [
    ...reads.flatMap(({ entity, columns }) => [
      nameNow(entity),
      ...columns.map(({ path }) => `${nameNow(entity)}.${path.join('.')}`),
    ]),
    ...does.map((asked) => `${nameNow(asked.entity)}: ${nameOfAsked(asked)}`),
  ];
}

/** The fields that decide where and how a screen draws its records; a part that is new or gone is reported as such. */
function drawnBy(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  const fieldsOf = ({
    board,
    days,
    gallery,
    rows,
    colour,
  }: Screen): Readonly<Record<string, readonly (string | null | undefined)[]>> => ({
    'has its columns by': [board?.field],
    'has its records by': [days?.from, days?.to],
    'has its pictures from': [gallery?.field],
    'has its rows by': [rows],
    'has its colours by': [colour],
  });
  const written = (fields: readonly (string | null | undefined)[]): string =>
    fields
      .filter((field) => typeof field === 'string')
      .map((field) => `\`${field.replaceAll(formerly(''), '')}\``)
      .join(' to ');
  const before = fieldsOf(former);
  for (const [word, fields] of Object.entries(fieldsOf(now))) {
    const was = (before[word] ?? []).map((field) => (field ? pathNow(comparison, former.entity, [field]) : field));
    if (written(fields) === '' || written(was) === '' || written(was) === written(fields)) continue;
    report('behaviour', `${word} ${written(fields)}, formerly by ${written(was)}`);
  }
}

function listedRecords(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  const before = former.where === null ? TRUE : comparison.rename(former.where);
  const { wider, narrower } = comparison.compare(before, now.where ?? TRUE);
  const causes = comparison.causes(before);
  for (const [side, words] of [
    [wider, 'more'],
    [narrower, 'fewer'],
  ] as const)
    if (side.verdict === 'surely')
      report('behaviour', `shows ${words} records`, {
        ...(side.example.length > 0 && { example: side.example }),
        ...(causes.length > 0 && { because: causes }),
      });
  if ([wider, narrower].some(({ verdict }) => verdict === 'perhaps'))
    report('undecided', 'shows records on another condition: whether more or fewer is not decided');
}

function columns(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  const all = (screen: Screen): readonly Column[] => screen.groups.flatMap((group) => group.columns);
  for (const [before, after, word] of [
    [all(former), all(now), 'shows'],
    [former.filters, now.filters, 'filters by'],
    [former.search, now.search, 'searches'],
  ] as const) {
    const [was, is] = [
      before.map(({ path }) => pathNow(comparison, former.entity, path)),
      after.map(({ path }) => path.join('.')),
    ];
    const more = is.filter((path) => !was.includes(path));
    // Parts that the new document lacks keep their former name.
    const fewer = was.filter((path) => !is.includes(path)).map((path) => path.replaceAll(formerly(''), ''));
    if (more.length > 0) report('compatible', `${word} ${listed(more)} as well`);
    if (fewer.length > 0)
      report(
        'behaviour',
        `no longer ${word} ${listed(fewer)}${word === 'filters by' ? ': saved views that do so go without it' : ''}`,
      );
  }
}

/** The path of a column as it is now, step by step. */
function pathNow({ renaming }: Comparison, from: string | null, path: readonly string[]): string {
  let entity = from;
  return path
    .map((field) => {
      const of = entity;
      entity = of === null ? null : renaming.refersTo(of, field);
      return of === null ? field : renaming.field(of, field);
    })
    .join('.');
}

function actions(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  const nameOf = (action: ScreenAction): string =>
    'label' in action ? action.label : action.kind === 'event' ? action.event : action.kind;
  const was = former.actions.map((action) =>
    action.kind === 'event' && former.entity !== null
      ? (comparison.names.event(former.entity, action.event) ?? action.event)
      : nameOf(action),
  );
  const is = now.actions.map(nameOf);
  const more = is.filter((name) => !was.includes(name));
  const fewer = was.filter((name) => !is.includes(name));
  if (more.length > 0) report('compatible', `offers ${listed(more)} as well`);
  if (fewer.length > 0) report('behaviour', `offers ${listed(fewer)} no longer`);
}

function tiles(comparison: Comparison, former: Screen, now: Screen, report: Report): void {
  for (const tile of now.tiles) {
    const before = former.tiles.find(({ name }) => name === tile.name);
    if (before === undefined) report('compatible', `has the tile \`${tile.name}\``);
    else if (!comparison.isSame(before.shows, tile.shows) || !comparison.isSame(before.by, tile.by))
      report('behaviour', `shows something else in \`${tile.name}\``, { clause: tile.clause, former: before.clause });
    else if (!comparison.isSame(before.target, tile.target))
      report('compatible', `has another target in \`${tile.name}\``, { clause: tile.clause, former: before.clause });
  }
  for (const tile of former.tiles)
    if (!now.tiles.some(({ name }) => name === tile.name))
      report('behaviour', `has the tile \`${tile.name}\` no longer`);
}
