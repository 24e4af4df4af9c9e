import { DndContext, type DragEndEvent, pointerWithin } from '@dnd-kit/core';
import { Text, useDirection } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiFilters } from '../../data/list-state.ts';
import { fieldOf, useEntity, useProduct } from '../../data/product.ts';
import { pathFilters } from '../../data/routes.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { useFormat } from '../../format/format.ts';
import { firstDayOfWeek } from '../../format/month.ts';
import { periodOf } from '../../format/period.ts';
import { isDate } from '../../format/is-moment.ts';
import { todayIn } from '../../format/zone.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { ListFilters } from '../../parts/filters/list-filters.tsx';
import { openingOf } from '../../parts/opening.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../parts/record-actions-host.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { droppedOn, measuring, useDragSensors } from '../../parts/use-drag-sensors.ts';
import { useWords } from '../../words/words.ts';
import { addressesOf, type Entry } from '../calendar/entries.ts';
import { EntryList, LongEntryList } from '../calendar/entry-list.tsx';
import { MINUTES_A_DAY } from '../calendar/hours.ts';
import { Legend } from '../calendar/legend.tsx';
import { PeriodBar } from '../calendar/period-bar.tsx';
import { type Row, useRows } from '../calendar/rows.ts';
import { sourcesOf } from '../calendar/sources.ts';
import { isMovable, useShift } from '../calendar/use-shift.ts';
import { Beside } from '../record-panel/beside.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import { type BarMove, isDraggedBar, snapped } from './bar-view.tsx';
import { readBars } from './read-bars.ts';
import { scaleOf, ZOOMS } from './scale.ts';
import { TimelineGrid } from './timeline-grid.tsx';
import { TimelineSkeleton } from './timeline-skeleton.tsx';

/** The number of records per request, if point 9 allows as many. */
const AT_ONCE = 100;
const VIEWS = [...ZOOMS, 'list'] as const;
const NO_ENTRIES: readonly Entry[] = [];

export default function TimelineScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const format = useFormat();
  const entity = useEntity(screen.entity);
  const product = useProduct();
  const { state, change } = useListState();
  const { dir } = useDirection();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const sensors = useDragSensors();
  const shift = useShift();
  const dayWidth = useRef(1);

  const today = todayIn(format.timeZone);
  const day = state.day !== undefined && isDate(state.day) ? state.day : today;
  const isInstant = fieldOf(entity, screen.days?.from ?? '')?.kind === 'datetime';
  const views = VIEWS.filter((each) => each !== 'hours' || isInstant);
  const view = views.find((each) => each === state.view) ?? (narrow ? 'list' : isInstant ? 'hours' : 'weeks');
  const firstDay = firstDayOfWeek(format.locale);
  const month = periodOf('list', day, firstDay);
  const scale = view === 'list' ? null : scaleOf(view, day, firstDay);
  const { first, last, before, after } = scale ?? month;
  const label = scale === null ? format.month(first) : format.dates(first, last);

  const query = {
    screen: screen.slug,
    filters: { ...apiFilters(state, screen.filters, format.timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
  };
  const limit = Math.min(AT_ONCE, product.settings.maximumPageSize);
  const sources = sourcesOf(screen, entity, product.entities, query, limit);
  const [source] = sources;
  const queryKey = ['records', entity.path, 'timeline', screen.slug, query, first, last];
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      source ? readBars(source, first, last, format.timeZone, signal) : { entries: NO_ENTRIES, left: 0 },
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = asked;
  const { error, isPending } = useStandingError(asked);
  useLiveRefresh(addressesOf(sources, first, last, format.timeZone), { error, queryKey });
  const entries = shift.drawn(data?.entries ?? NO_ENTRIES);
  const stated = useRows(source, entries);
  const rows: readonly Row[] =
    stated?.length === 0 ? [{ group: { key: null, label: '', hue: null }, entries }] : (stated ?? []);
  const changesRow = source?.rows?.onUpdate === true;
  const isLoaded = !isPending && !isPlaceholderData && stated !== null;

  const panel = useRecordPanel();
  const beside = entity.recordRoute === null ? [] : entries.map(({ record: { id } }) => ({ path: entity.path, id }));
  const opening = openingOf((id) => {
    if (entity.recordRoute !== null) panel.open({ path: entity.path, id });
  }, true);

  function move(entry: Entry, row: Row, { days, minutes, rows: by, edge }: BarMove) {
    const target = by === undefined ? undefined : rows[rows.indexOf(row) + by];
    if (by !== undefined && target === undefined) return;
    shift.move({
      entry,
      days,
      ...(minutes === undefined ? {} : { minutes }),
      ...(edge ? { edge } : {}),
      ...(target ? { row: target.group } : {}),
    });
  }

  function drop(event: DragEndEvent) {
    const { active, delta } = event;
    const dragged = active.data.current;
    if (!isDraggedBar(dragged)) return;
    const { entry, edge } = dragged;
    const dropped = snapped(delta.x / dayWidth.current, view === 'hours') * (dir === 'rtl' ? -1 : 1);
    const by = isMovable(entry.source) ? dropped : 0;
    const days = Math.trunc(by);
    const minutes = Math.round((by - days) * MINUTES_A_DAY);
    const from = rows.find((each) => each.entries.includes(entry));
    const over = edge === null && changesRow ? droppedOn(event) : null;
    const to = rows.find(({ group }) => (group.key ?? '') === over);
    const row = to && to !== from ? to.group : undefined;
    if (by === 0 && row === undefined) return;
    shift.move({ entry, days, minutes, ...(edge ? { edge } : {}), ...(row ? { row } : {}) });
  }

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={isLoaded}
      actions={
        <>
          <WhyScreen screen={screen} />
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      <PeriodBar
        label={label}
        before={before}
        after={after}
        steps={view === 'list' ? [words.previousMonth, words.nextMonth] : [words.earlier, words.later]}
        view={view}
        views={views.map((value) => ({ value, label: words[value] }))}
        onView={(chosen) => change({ view: chosen })}
        onDay={(chosen) => change({ day: chosen })}
      />
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {!source && <OpenMark clause={`${screen.clause}.kind`} />}
      {(isPending || stated === null) && !error && <TimelineSkeleton />}
      <RecordActionsHost>
        {data && stated && scale && entries.length > 0 && (
          <DndContext
            sensors={sensors}
            measuring={measuring}
            collisionDetection={pointerWithin}
            onDragEnd={drop}
            accessibility={{ screenReaderInstructions: { draggable: words.barHelp } }}
          >
            <Legend entries={entries} />
            <div {...opening}>
              <TimelineGrid
                caption={`${screen.name}, ${label}`}
                zoom={view === 'list' ? 'weeks' : view}
                scale={scale}
                day={day}
                today={today}
                rows={rows}
                named={source?.rows !== null && source?.rows !== undefined}
                changesRow={changesRow}
                onMove={move}
                onWidth={(width) => (dayWidth.current = width)}
              />
            </div>
          </DndContext>
        )}
        {data && !scale && data.left > 0 && (
          <LongEntryList caption={`${screen.name}, ${label}`} sources={sources} period={month} />
        )}
        {data && !scale && data.left === 0 && entries.length > 0 && (
          <EntryList caption={`${screen.name}, ${label}`} entries={entries} />
        )}
      </RecordActionsHost>
      {data && stated && entries.length === 0 && <Text py="md">{screen.empty ?? words.empty}</Text>}
      {data && scale && data.left > 0 && (
        <Text c="dimmed" size="sm" mt="xs">
          {words.barsLeft(format.count(data.left))}
        </Text>
      )}
      <Beside panel={panel} records={beside} />
      {shift.error && <RefusalDialog error={shift.error} onClose={shift.reset} />}
    </ScreenFrame>
  );
}
