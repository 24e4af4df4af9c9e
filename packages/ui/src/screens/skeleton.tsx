import { Skeleton, Stack } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** Holds the place of a screen while it comes. */
export function ScreenSkeleton() {
  const words = useWords();
  return (
    <Stack gap="md">
      <h1 className="visually-hidden">{words.loading}</h1>
      <Skeleton h={28} w={220} />
      <RowsSkeleton />
    </Stack>
  );
}

export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  const words = useWords();
  return (
    <Stack gap={8} component="output" aria-label={words.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} h={28} />
      ))}
    </Stack>
  );
}
