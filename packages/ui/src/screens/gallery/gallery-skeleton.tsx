import { Skeleton } from '@mantine/core';
import { useWords } from '../../words/words.ts';
import classes from './gallery.module.css';

const MOST_TILES = 12;
const HEIGHT = 240;

/** Holds the place of a gallery. */
export function GallerySkeleton({ tiles }: { tiles: number }) {
  const words = useWords();
  return (
    <output aria-label={words.loading} className={classes.gallery}>
      {Array.from({ length: Math.min(tiles, MOST_TILES) }, (_, place) => (
        <Skeleton key={place} h={HEIGHT} radius="md" />
      ))}
    </output>
  );
}
