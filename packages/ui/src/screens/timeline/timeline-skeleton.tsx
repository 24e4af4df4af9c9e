import { Group, Skeleton } from '@mantine/core';
import { LoadingPlaceholder } from '../skeleton.tsx';

const HEIGHT = 420;

/** Holds the place of a timeline: what moves through it, and its rows. */
export function TimelineSkeleton() {
  return (
    <LoadingPlaceholder>
      <Group justify="space-between">
        <Skeleton h={28} w={270} />
        <Skeleton h={28} w={210} />
      </Group>
      <Skeleton h={HEIGHT} />
    </LoadingPlaceholder>
  );
}
