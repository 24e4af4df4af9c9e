import type { ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useProduct } from '../data/product.ts';
import { summaryQuery } from '../data/queries.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

const FRESH_MILLISECONDS = 60_000;

/** The number of records on a list that wait for its reader. */
export default function MenuCount({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const format = useFormat();
  const entity = useProduct().entities[screen.entity ?? ''];
  const { data } = useQuery({
    ...summaryQuery(entity?.path ?? '', { screen: screen.slug }, [], null),
    enabled: entity !== undefined,
    refetchInterval: FRESH_MILLISECONDS,
  });
  if (!data || data.count === 0) return null;
  return (
    <small className={classes.waiting} title={words.waiting(data.count)}>
      {format.count(data.count)}
      <span className="visually-hidden"> {words.waitingHere}</span>
    </small>
  );
}
