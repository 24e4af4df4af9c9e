import { Button } from '@mantine/core';
import { useWords } from '../words/words.ts';
import classes from './fresh-rows.module.css';

/** Says quietly, above the rows and without moving them, that more rows have come. */
export function FreshRows({ count, onShow }: { count: number; onShow: () => void }) {
  const words = useWords();
  return (
    <output className={classes.place}>
      {count > 0 && (
        <Button size="compact-sm" radius="xl" className={classes.offer ?? ''} onClick={onShow}>
          {words.freshRows(count)}
        </Button>
      )}
    </output>
  );
}
