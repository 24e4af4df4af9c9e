import { type Active, DndContext, type DragEndEvent, DragOverlay, pointerWithin } from '@dnd-kit/core';
import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyExtra } from '../../data/load-part.ts';
import { apiFilters } from '../../data/list-state.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { pathFilters } from '../../data/routes.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { type Format, useFormat } from '../../format/format.ts';
import { firstDayOfWeek } from '../../format/month.ts';
import { CALENDAR_VIEWS, type CalendarView, type Period, periodOf } from '../../format/period.ts';
import { todayIn } from '../../format/zone.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { ListFilters } from '../../parts/filters/list-filters.tsx';
import { openingOf } from '../../parts/opening.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../parts/record-actions-host.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { droppedOn, useDragSensors } from '../../parts/use-drag-sensors.ts';
import { useWords } from '../../words/words.ts';
import { Beside } from '../record-panel/beside.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import { TableSkeleton } from '../skeleton.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { DayGrid } from './day-grid.tsx';
import { addressesOf, type Entry, MOST_OF_DAY, readEntries } from './entries.ts';
import { EntryList, LongEntryList } from './entry-list.tsx';
import { DraggedEntry } from './entry-view.tsx';
import { type HourColumn, HourGrid } from './hour-grid.tsx';
import { Legend } from './legend.tsx';
import { type Row, useRows } from './rows.ts';
import { sourcesOf } from './sources.ts';
import { useCreateAt } from './use-create-at.tsx';
import { isMovable, useShift } from './use-shift.ts';

const Elsewhere = lazyExtra(() => import('./elsewhere.tsx'));

const DAY_MILLISECONDS = 86_400_000;
const NO_ENTRIES: readonly Entry[] = [];
const NO_DAYS: ReadonlyMap<string, number> = new Map();
/** The number of records per request, if point 9 allows as many. */
const AT_ONCE = 100;
/**
 * The maximum number of entries of a day that are drawn above each other. A day with more entries than the view allows
 * is a list.
 */
const MOST_DRAWN = { month: 4, week: MOST_OF_DAY, day: 100 } as const;

export default function CalendarScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const format = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change, pathname } = useListState();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const sensors = useDragSensors();
  const shift = useShift();
  const [dragged, setDragged] = useState<Entry | null>(null);

  const today = todayIn(format.timeZone);
  const day = isDay(state.day) ? state.day : today;
  const view = CALENDAR_VIEWS.find((each) => each === state.view) ?? (narrow ? 'list' : 'month');
  // Days without entries say themselves that there are none.
  const nothing = screen.empty ?? (view === 'list' || narrow ? words.empty : null);
  const period = periodOf(view, day, firstDayOfWeek(format.locale));
  const label = period.month ? format.month(period.month) : format.dates(period.first, period.last);

  const query = {
    screen: screen.slug,
    filters: { ...apiFilters(state, screen.filters, format.timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
  };
  const product = useProduct();
  const limit = Math.min(AT_ONCE, product.settings.maximumPageSize);
  const sources = sourcesOf(screen, entity, product.entities, query, limit);
  const queryKey = ['records', entity.path, 'calendar', screen.slug, query, period.first, period.last];
  const asked = useQuery({
    queryKey,
    queryFn: ({ signal }) => readEntries(sources, period.first, period.last, format.timeZone, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = asked;
  const { error, isPending } = useStandingError(asked);
  useLiveRefresh(addressesOf(sources, period.first, period.last, format.timeZone), { error, queryKey });

  const entries = shift.drawn(data?.entries ?? NO_ENTRIES);
  const isLong = data !== undefined && (!data.complete || data.unread.size > 0);
  const asList = view === 'list' || (view === 'day' && (isLong || entries.length > MOST_DRAWN.day));
  // A week or a day of instants has hours, wherever there is room for them.
  const hasHours = sources[0]?.instant === true && (view === 'day' || (view === 'week' && !narrow)) && !asList;
  const rows = useRows(hasHours ? sources[0] : undefined, entries);
  const columns = hasHours ? columnsOf(period, view, entries, rows ?? [], format) : [];
  const createAt = useCreateAt(screen, entity);
  const panel = useRecordPanel();
  const beside = data?.entries
    .filter(({ source }) => source.entity.recordRoute !== null)
    .map(({ source, record }) => ({ path: source.entity.path, id: record.id }));
  const opening = openingOf((id) => {
    const entry = beside?.find((each) => each.id === id);
    if (entry) panel.open(entry);
  }, true);
  const move = (entry: Entry, days: number) => {
    if (days !== 0) shift.move({ entry, days });
  };

  function drop(event: DragEndEvent) {
    setDragged(null);
    const entry = entryOf(event.active);
    const day = droppedOn(event);
    if (entry && day !== null) move(entry, (Date.parse(day) - Date.parse(entry.from)) / DAY_MILLISECONDS);
  }

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={!isPending && !isPlaceholderData}
      actions={
        <>
          <WhyScreen screen={screen} />
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      <CalendarBar
        label={label}
        period={period}
        view={view}
        onView={(chosen: CalendarView) => change({ view: chosen })}
        onDay={(chosen) => change({ day: chosen })}
      />
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {isPending && view === 'list' && <TableSkeleton rows={screen.pageSize} />}
      <RecordActionsHost>
        {data && <Legend entries={entries} />}
        {hasHours && data && rows && (
          <div {...opening}>
            <HourGrid
              key={`${view} ${period.first}`}
              caption={`${screen.name}, ${label}`}
              columns={columns}
              today={today}
              busy={isPending}
              onShift={shift.move}
              onCreate={createAt.atTime}
            />
          </div>
        )}
        {(data ?? isPending) && view !== 'list' && !asList && !hasHours && (
          <DndContext
            sensors={sensors}
            collisionDetection={pointerWithin}
            onDragStart={({ active }) => setDragged(entryOf(active))}
            onDragEnd={drop}
            onDragCancel={() => setDragged(null)}
            accessibility={{ screenReaderInstructions: { draggable: words.shiftHelp } }}
          >
            <div {...opening}>
              <DayGrid
                caption={`${screen.name}, ${label}`}
                period={period}
                today={today}
                entries={entries}
                unread={data?.unread ?? NO_DAYS}
                most={MOST_DRAWN[view]}
                wholeDay={(chosen) => ({ to: pathname, search: { ...state, view: 'day', day: chosen } })}
                busy={isPending}
                stacked={view === 'day' || (narrow && view === 'week')}
                onShift={move}
                onCreate={createAt.onDay}
              />
            </div>
            <DragOverlay dropAnimation={null}>{dragged && <DraggedEntry entry={dragged} />}</DragOverlay>
            {sources.some(isMovable) && <span className="visually-hidden">{words.shiftHelp}</span>}
          </DndContext>
        )}
        {data && asList && isLong && (
          <LongEntryList caption={`${screen.name}, ${label}`} sources={sources} period={period} />
        )}
        {data && asList && !isLong && entries.length > 0 && (
          <EntryList caption={`${screen.name}, ${label}`} entries={entries} />
        )}
      </RecordActionsHost>
      {data?.entries.length === 0 && !isPlaceholderData && (
        <Group py="md" gap="xs">
          {nothing !== null && <Text size="sm">{nothing}</Text>}
          <Suspense>
            <Elsewhere sources={sources} period={period} onDay={(chosen) => change({ day: chosen })} />
          </Suspense>
        </Group>
      )}
      {data && !data.complete && !asList && <Text c="dimmed">{words.notAllShown}</Text>}
      <Beside panel={panel} records={beside} />
      {createAt.dialog}
      {shift.error && <RefusalDialog error={shift.error} onClose={shift.reset} />}
    </ScreenFrame>
  );
}

/** The columns of hours: the days, or on one day a column for each row of the screen. */
function columnsOf(
  { weeks, first }: Period,
  view: CalendarView,
  entries: readonly Entry[],
  rows: readonly Row[],
  format: Format,
): readonly HourColumn[] {
  if (view === 'day' && rows.length > 0)
    return rows.map((row) => ({
      key: row.group.key ?? ' none',
      day: first,
      group: row.group,
      label: row.group.label,
      entries: row.entries,
    }));
  return (weeks[0] ?? []).map((day) => ({
    key: day,
    day,
    group: null,
    label: `${format.weekday(day)} ${format.dayOfMonth(day)}`,
    entries,
  }));
}

function entryOf({ data }: Active): Entry | null {
  return (data.current?.entry as Entry | undefined) ?? null;
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
