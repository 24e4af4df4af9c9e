import { Skeleton, Stack, Title } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { type ReactNode, use } from 'react';
import { Crumbs } from '../parts/crumbs.tsx';
import { PanelContext } from '../parts/panel.ts';
import { TITLE_HEIGHT } from '../parts/screen-frame.tsx';
import { useWords } from '../words/words.ts';
import classes from './skeleton.module.css';

const MOST_ROWS = 12;
const WIDTHS = ['92%', '78%', '86%'];
/** On a wide screen a row is one line. */
const CELLS = [0, 1, 2, 3];

/** Holds the place of what is on its way; a screen reader announces it. */
export function LoadingPlaceholder({ children }: { children: ReactNode }) {
  const words = useWords();
  return (
    <Stack gap="sm" component="output" aria-label={words.loading}>
      {children}
    </Stack>
  );
}

export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <LoadingPlaceholder>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} h={28} />
      ))}
    </LoadingPlaceholder>
  );
}

/** The rows of a list, as high as they will be. */
export function TableSkeleton({ rows }: { rows: number }) {
  const words = useWords();
  return (
    <output aria-label={words.loading}>
      <div className={classes.head} />
      {Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, row) => (
        <div key={row} className={classes.row}>
          {CELLS.map((cell) => (
            <Skeleton key={cell} h={18} w={cell === 0 ? WIDTHS[row % WIDTHS.length] : '70%'} />
          ))}
        </div>
      ))}
    </output>
  );
}

/** The frame of a screen whose title is that of a record which is still loading. */
export function NamelessFrame({ screen, children }: { screen: ScreenView; children: ReactNode }) {
  const words = useWords();
  const isPage = use(PanelContext) === null;
  return (
    <>
      {isPage && <Crumbs screen={screen} />}
      <Title order={isPage ? 1 : 2} mb="sm" mih={TITLE_HEIGHT}>
        <span className="visually-hidden">{words.loading}</span>
        <Skeleton h={24} w={240} maw="100%" component="span" display="block" />
      </Title>
      {screen.actions.length > 0 && <Skeleton className={classes.actions} h={36} w={220} />}
      {children}
    </>
  );
}
