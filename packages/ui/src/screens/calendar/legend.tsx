import { useWords } from '../../words/words.ts';
import type { Entry } from './entries.ts';
import { type Group, groupOf } from './groups.ts';
import classes from './calendar.module.css';

/** The most colours that a legend explains: there are six hues, and no more are told apart. */
const MOST = 12;

/** The meaning of the colours of entries, for those that are there. */
export function Legend({ entries }: { entries: readonly Entry[] }) {
  const words = useWords();
  const groups = new Map<string | null, Group>();
  for (const { source, record } of entries) {
    const group = source.colour && groupOf(record, source.colour, words.notStated);
    if (group) groups.set(group.key, group);
  }
  if (groups.size === 0 || groups.size > MOST) return null;
  const field = entries.find(({ source }) => source.colour)?.source.colour;
  const order = (group: Group) => field?.choices?.findIndex(({ name }) => name === group.key) ?? 0;
  return (
    <ul className={classes.legend} aria-label={field?.label}>
      {[...groups.values()]
        .toSorted((one, other) => order(one) - order(other) || one.label.localeCompare(other.label))
        .map((group) => (
          <li key={group.key} data-hue={group.hue ?? undefined}>
            {group.label}
          </li>
        ))}
    </ul>
  );
}
