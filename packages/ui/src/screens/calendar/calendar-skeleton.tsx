import { Group, Skeleton } from '@mantine/core';
import { LoadingPlaceholder } from '../skeleton.tsx';

const WEEKS = 5;
const WEEK_HEIGHT = 97;
const HEAD_HEIGHT = 26;

/** Holds the place of a calendar: what moves through it, and a month. */
export function CalendarSkeleton() {
  return (
    <LoadingPlaceholder>
      <Group justify="space-between">
        <Skeleton h={28} w={270} />
        <Skeleton h={28} w={170} />
      </Group>
      <Skeleton h={WEEKS * WEEK_HEIGHT + HEAD_HEIGHT} />
    </LoadingPlaceholder>
  );
}
