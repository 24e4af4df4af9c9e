import { Skeleton } from '@mantine/core';
import type { ScreenView, TileView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import classes from './dashboard.module.css';
import { runsOf } from './runs.ts';

const NUMBER_HEIGHT = 90;
const TREND_HEIGHT = 176;
const CHART_HEIGHT = 306;

/** Whether a tile has one value, and so shares its row with others of that kind. */
export function isOneValue({ as }: Pick<TileView, 'as'>): boolean {
  return as === 'number' || as === 'trend';
}

/** Holds the place of a dashboard's tiles, as far as the document says how they are shown. */
export function TilesSkeleton({ screen: { tiles } }: { screen: ScreenView }) {
  const words = useWords();
  return (
    <output aria-label={words.loading}>
      {runsOf(tiles, isOneValue).map((run) => {
        const single = run.every(isOneValue);
        return (
          <div key={run[0]?.clause} className={classes.tiles} data-single={single || undefined}>
            {run.map(({ clause, as }) => (
              <TileSkeleton key={clause} as={as} />
            ))}
          </div>
        );
      })}
    </output>
  );
}

/** Holds the place of one tile. */
export function TileSkeleton({ as }: { as: TileView['as'] }) {
  return <Skeleton h={as === 'number' ? NUMBER_HEIGHT : as === 'trend' ? TREND_HEIGHT : CHART_HEIGHT} />;
}
