import { Button, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCalendar, IconHelpCircle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { dashboardQuery, type ShownTile } from '../../data/dashboard.ts';
import { useFollowed, usePoll } from '../../live/use-followed.ts';
import { GeneralActions } from '../../parts/general-actions.tsx';
import { AwaitedPart } from '../../parts/awaited-part.tsx';
import { lazyPart } from '../../data/load-part.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { useArrived } from '../../data/use-arrived.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { Popover } from '../../parts/overlays.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { Why } from '../../parts/why.tsx';
import { useFormat } from '../../format/format.ts';
import { todayIn } from '../../format/zone.ts';
import { useWords } from '../../words/words.ts';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import classes from './dashboard.module.css';
import { changeOf } from './change.ts';
import { FirstRun, isEmptyDashboard } from './first-run.tsx';
import { runsOf } from './runs.ts';
import { TileLink } from './tile-link.tsx';
import { TileTable } from './tile-table.tsx';
import { isOneValue, TileSkeleton, TilesSkeleton } from './tiles-skeleton.tsx';
import { NumberTile, TrendTile } from './value-tile.tsx';
import { useTileFormat } from './tile-format.ts';
import { ScrollFrame } from '../../parts/scroll-frame.tsx';

const TileChart = lazy(() => import('./tile-chart.tsx'));
const PeriodLabel = lazyPart(async () => ({ default: (await import('./period.tsx')).PeriodLabel }));
const PeriodChoice = lazyPart(async () => ({ default: (await import('./period.tsx')).PeriodChoice }));
const TileInPeriod = lazyPart(async () => ({ default: (await import('./period.tsx')).TileInPeriod }));

export default function DashboardScreen({ screen }: ScreenProps) {
  const queries = useQueryClient();
  const query = dashboardQuery(screen.slug);
  const asked = useQuery(query);
  const { refetch } = asked;
  const data = useArrived(asked.data);
  const { error } = useStandingError(asked);
  const isPending = data === undefined && error === null;
  const isLive = useFollowed([`-/dashboards/${screen.slug}`], (_address, event) => {
    if (event.event !== 'reset' || !('tiles' in event.data)) return;
    // An answer that is on its way may be older.
    void queries.cancelQueries({ queryKey: query.queryKey });
    queries.setQueryData(query.queryKey, event.data);
  });
  usePoll(isLive, { error, refetch });
  const { state, change } = useListState();
  const { period } = state;
  const isAwaited = data?.tiles.some((tile) => tile.isAwaited) === true;
  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={!isPending && !isAwaited}
      actions={
        <>
          {screen.tiles.some(({ byTime }) => byTime) && (
            <PeriodButton period={period} onChosen={(chosen) => change({ period: chosen })} />
          )}
          <WhyScreen screen={screen} />
          <GeneralActions screen={screen} />
        </>
      }
    >
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {isPending && <TilesSkeleton screen={screen} />}
      {data && !isAwaited && isEmptyDashboard(data.tiles) && <FirstRun />}
      {runsOf(data?.tiles ?? [], isSingle).map((run) => (
        <div key={run[0]?.clause} className={classes.tiles} data-single={(run[0] && isSingle(run[0])) || undefined}>
          {run.map((tile) =>
            tile.isAwaited ? (
              <TileSkeleton key={tile.clause} as={tile.as} />
            ) : (
              <Tile key={tile.clause} tile={tile} period={isByTime(tile) ? period : undefined} />
            ),
          )}
        </div>
      ))}
    </ScreenFrame>
  );
}

function isSingle(tile: ShownTile): boolean {
  // Its place has the size of what will be there.
  if (tile.isAwaited) return isOneValue(tile);
  return tile.open !== null || tile.late || tile.groups === null || tile.as === 'trend';
}

/** Whether a tile has groups of time, of which a period shows a part. A trend is always about the present. */
function isByTime({ step, as, open, late }: TileView): boolean {
  return (step === 'month' || step === 'day') && as !== 'trend' && open === null && !late;
}

/** Chooses the period that the tiles by time show. */
function PeriodButton({ period, onChosen }: { period: string | undefined; onChosen: (period?: string) => void }) {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={260}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      portalProps={{ target: '#content' }}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {period === undefined ? (
            words.allTime
          ) : (
            <AwaitedPart>
              <PeriodLabel period={period} />
            </AwaitedPart>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.period}>
        <Suspense fallback={words.loading}>
          <PeriodChoice
            period={period}
            onChosen={(chosen) => {
              setOpened(false);
              onChosen(chosen);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function Tile({ tile, period }: { tile: TileView; period: string | undefined }) {
  const id = useId();
  const words = useWords();
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      radius="sm"
      aria-labelledby={id}
      data-clause={tile.clause}
      className={classes.tile ?? ''}
    >
      {tile.open !== null ? (
        <>
          <TileTitle id={id} name={tile.name} />
          <OpenMark clause={tile.open} />
        </>
      ) : tile.late ? (
        <>
          <TileTitle id={id} name={tile.name} />
          <Text size="sm" c="dimmed">
            {words.lateTile}
          </Text>
        </>
      ) : period !== undefined ? (
        <AwaitedPart fallback={<TileTitle id={id} name={tile.name} />}>
          <TileInPeriod
            tile={tile}
            period={period}
            renderTile={(part, line) => <GroupedTile id={id} tile={part} line={line} />}
          />
        </AwaitedPart>
      ) : tile.groups === null || tile.as === 'trend' ? (
        <>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <TileTitle id={id} name={tile.name} />
            <WhyTile tile={tile} />
          </Group>
          {tile.as === 'trend' ? (
            <TrendTile tile={tile} change={<ChangeLine tile={tile} />} />
          ) : (
            <NumberTile tile={tile} />
          )}
        </>
      ) : (
        <GroupedTile id={id} tile={tile} />
      )}
      {tile.asOf !== null && <Age time={tile.asOf} />}
    </Paper>
  );
}

/** The time of a tile's value, where it is not that of now. */
function Age({ time }: { time: string }) {
  const words = useWords();
  const format = useFormat();
  return (
    <Text size="xs" c="dimmed">
      {words.asOf(format.dateTime(time))}
    </Text>
  );
}

function TileTitle({ id, name }: { id: string; name: ReactNode }) {
  return (
    <Title id={id} order={2} fz="sm" fw={500} className={classes.title ?? ''}>
      {name}
    </Title>
  );
}

/** Says what a tile counts, and of which entity. */
function WhyTile({ tile }: { tile: TileView }) {
  return (
    <span className={classes.why}>
      <Why clause={tile.clause}>
        <IconHelpCircle size={16} aria-hidden />
      </Why>
    </span>
  );
}

/** A chart can also be read as its table. */
function GroupedTile({ id, tile, line }: { id: string; tile: TileView; line?: ReactNode }) {
  const words = useWords();
  const drawn = tile.as === 'bar' || tile.as === 'line' || tile.as === 'pie';
  const [view, setView] = useState(drawn ? 'chart' : 'table');
  const empty = tile.groups?.length === 0;
  return (
    <>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <TileTitle
          id={id}
          name={
            <TileLink tile={tile} quiet>
              {tile.name}
            </TileLink>
          }
        />
        <Group gap="xs" wrap="nowrap" className={classes.tools ?? ''}>
          {drawn && !empty && (
            <SegmentedControl
              size="xs"
              aria-label={tile.name}
              value={view}
              onChange={setView}
              data={[
                { value: 'chart', label: words.chart },
                { value: 'table', label: words.table },
              ]}
            />
          )}
          <WhyTile tile={tile} />
        </Group>
      </Group>
      {line ?? <ChangeLine tile={tile} />}
      {empty ? (
        <Text size="sm" c="dimmed">
          {words.empty}
        </Text>
      ) : view === 'chart' ? (
        <AwaitedPart fallback={<div className={classes.chart} />}>
          <div className={classes.chart} aria-hidden>
            <TileChart tile={tile} />
          </div>
          <div className="visually-hidden">
            <TileTable tile={tile} plain />
          </div>
        </AwaitedPart>
      ) : (
        <ScrollFrame maxHeight="24rem" className={classes.table}>
          <TileTable tile={tile} />
        </ScrollFrame>
      )}
    </>
  );
}

/** How the last whole period compares with the one before. */
function ChangeLine({ tile }: { tile: TileView }) {
  const words = useWords();
  const format = useTileFormat(tile);
  const { timeZone } = useFormat();
  const [today] = useState(() => todayIn(timeZone));
  const change = changeOf(tile, today);
  if (change === null || change.by === null) return null;
  return (
    <Text size="xs" c="dimmed" mt={-6} mb="xs">
      {words.changed(
        format.period(change.key),
        format.value(change.value),
        format.change(change.by),
        format.period(change.before),
      )}
    </Text>
  );
}
