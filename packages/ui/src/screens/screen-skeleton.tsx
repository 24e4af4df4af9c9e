import { Group, Skeleton, Stack } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import type { ScreenKind } from '@nonet/language';
import type { ComponentType } from 'react';
import { ScreenFrame } from '../parts/screen-frame.tsx';
import { useWords } from '../words/words.ts';
import { BoardSkeleton } from './board/board-skeleton.tsx';
import { CalendarSkeleton } from './calendar/calendar-skeleton.tsx';
import { TilesSkeleton } from './dashboard/tiles-skeleton.tsx';
import { FormSkeleton } from './form/form-skeleton.tsx';
import { GallerySkeleton } from './gallery/gallery-skeleton.tsx';
import { RecordSkeleton } from './record/record-skeleton.tsx';
import { TimelineSkeleton } from './timeline/timeline-skeleton.tsx';
import { LoadingPlaceholder, RowsSkeleton, TableSkeleton } from './skeleton.tsx';

type Holder = ComponentType<{ screen: ScreenView }>;

/** The shape of each kind of screen, but for what is above it. */
const SHAPES = {
  list: ({ screen }) => (
    <>
      <NarrowingSkeleton screen={screen} />
      <TableSkeleton rows={screen.pageSize} />
    </>
  ),
  board: ({ screen }) => (
    <>
      <NarrowingSkeleton screen={screen} />
      <BoardSkeleton screen={screen} />
    </>
  ),
  calendar: ({ screen }) => (
    <>
      <NarrowingSkeleton screen={screen} />
      <CalendarSkeleton />
    </>
  ),
  timeline: ({ screen }) => (
    <>
      <NarrowingSkeleton screen={screen} />
      <TimelineSkeleton />
    </>
  ),
  gallery: ({ screen }) => (
    <>
      <NarrowingSkeleton screen={screen} />
      <GallerySkeleton tiles={screen.pageSize} />
    </>
  ),
  record: RecordSkeleton,
  form: FormSkeleton,
  dashboard: TilesSkeleton,
  page: Rows,
  given: Rows,
  'sign in': () => <EntrySkeleton />,
  'sign up': () => <EntrySkeleton />,
} satisfies Record<ScreenKind, Holder>;

function Rows() {
  return <RowsSkeleton />;
}

/** Holds the place of a screen while it comes. */
export function ScreenSkeleton({ screen }: { screen: ScreenView | null }) {
  const words = useWords();
  if (!screen || screen.kind === null) {
    return (
      <Stack gap="md">
        <h1 className="visually-hidden">{words.loading}</h1>
        <RowsSkeleton />
      </Stack>
    );
  }
  const Shape: Holder = SHAPES[screen.kind];
  // The title of a record comes with it.
  if (screen.kind === 'record') return <Shape screen={screen} />;
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded={false}>
      <Shape screen={screen} />
    </ScreenFrame>
  );
}

/** The search and the filters that narrow a screen of several records. */
function NarrowingSkeleton({ screen: { search, filters } }: { screen: ScreenView }) {
  const places = [...(search ? ['search'] : []), ...filters.map(({ clause }) => clause)];
  if (places.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" aria-hidden>
      {places.map((place) => (
        <Skeleton key={place} h={30} w={place === 'search' ? 200 : 110} radius={place === 'search' ? 'sm' : 'xl'} />
      ))}
    </Group>
  );
}

/** The placeholder of a sign-in or sign-up form. */
function EntrySkeleton() {
  return (
    <LoadingPlaceholder>
      <Stack gap="sm" maw={380}>
        <Skeleton h={58} />
        <Skeleton h={58} />
        <Skeleton h={36} />
      </Stack>
    </LoadingPlaceholder>
  );
}
