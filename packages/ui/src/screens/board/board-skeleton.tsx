import { Skeleton, Text } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { useEntity } from '../../data/product.ts';
import { useWords } from '../../words/words.ts';
import classes from './board.module.css';

const LINE_HEIGHT = 22;
const CARDS = [0, 1];

/** Holds the place of a board: its columns, and cards in them. */
export function BoardSkeleton({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const entity = useEntity(screen.entity);
  const choices = entity.fields.find(({ name }) => name === screen.board?.field)?.choices ?? [];
  const lines = 1 + screen.groups.reduce((sum, { columns }) => sum + columns.length, 0);
  return (
    <output aria-label={words.loading} className={`${classes.board} ${classes.outline}`}>
      {choices.map(({ name, label }) => (
        <div key={name} className={classes.column}>
          <Text size="sm" fw={600} className={classes.columnTitle}>
            {label}
          </Text>
          <div className={`${classes.cards} ${classes.waiting}`}>
            {CARDS.map((card) => (
              <Skeleton key={card} h={lines * LINE_HEIGHT} />
            ))}
          </div>
        </div>
      ))}
    </output>
  );
}
