import { Skeleton } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import classes from './dashboard.module.css';

const NUMBER_HEIGHT = 90;
const CHART_HEIGHT = 306;

/** Holds the place of a dashboard's tiles, as far as the document tells how they are shown. */
export function TilesSkeleton({ screen: { tiles } }: { screen: ScreenView }) {
  const words = useWords();
  const numbers = tiles.filter(({ as }) => as === 'number');
  return (
    <output aria-label={words.loading}>
      <div className={classes.tiles} data-single>
        {numbers.map(({ clause }) => (
          <Skeleton key={clause} h={NUMBER_HEIGHT} />
        ))}
      </div>
      <div className={classes.tiles}>
        {tiles
          .filter((tile) => !numbers.includes(tile))
          .map(({ clause }) => (
            <Skeleton key={clause} h={CHART_HEIGHT} />
          ))}
      </div>
    </output>
  );
}
