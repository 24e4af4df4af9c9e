import { IconHistory, IconStarFilled } from '@tabler/icons-react';
import { isSame, useAtHand } from '../data/at-hand.ts';
import { useProduct } from '../data/product.ts';
import { useTitlesAtHand } from '../data/use-titles-at-hand.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

/** So many of the records that were open last stand in the menu; the command menu has more. */
const MOST_RECENT = 4;

/** Starred records, and those that were open last. */
export default function MenuAtHand({ onChosen }: { onChosen?: (() => void) | undefined }) {
  const words = useWords();
  const { user } = useProduct();
  const starred = useAtHand('starred', user?.id ?? null);
  const recent = useAtHand('recent', user?.id ?? null)
    .filter((record) => !starred.some((each) => isSame(each, record)))
    .slice(0, MOST_RECENT);
  const titled = useTitlesAtHand([...starred, ...recent], true);
  const shelves = [
    {
      label: words.starred,
      Icon: IconStarFilled,
      records: titled.filter((each) => starred.some((one) => isSame(one, each))),
    },
    {
      label: words.recent,
      Icon: IconHistory,
      records: titled.filter((each) => recent.some((one) => isSame(one, each))),
    },
  ];
  return shelves.map(
    ({ label, Icon, records }) =>
      records.length > 0 && (
        <div key={label}>
          <p className={classes.heading}>{label}</p>
          <ul aria-label={label} data-at-hand>
            {records.map(({ address, title }) => (
              <li key={address}>
                <RouteLink to={address} className={classes.link} onClick={onChosen} title={title}>
                  <Icon size={14} aria-hidden />
                  <span>{title}</span>
                </RouteLink>
              </li>
            ))}
          </ul>
        </div>
      ),
  );
}
