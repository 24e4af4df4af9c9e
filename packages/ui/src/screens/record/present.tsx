import type { EntityView } from '@nonet/client';
import { IconPencil } from '@tabler/icons-react';
import { useFormat } from '../../format/format.ts';
import { usePresence } from '../../live/use-presence.ts';
import { PersonMark } from '../../parts/person-mark.tsx';
import { useWords } from '../../words/words.ts';
import classes from './record.module.css';

/** The others who look at the record now, as marks, and who changes it, by name. */
export function Present({ entity, id }: { entity: EntityView; id: string }) {
  const words = useWords();
  const { locale } = useFormat();
  const people = usePresence(entity, id, 'looks');
  const namesOf = (edits: boolean) =>
    new Intl.ListFormat(locale).format(people.filter((each) => each.edits === edits).map(({ _title }) => _title));
  const [changing, here] = [namesOf(true), namesOf(false)];
  const marks = (edits: boolean) =>
    people
      .filter((each) => each.edits === edits)
      .map((each) => <PersonMark key={each.id} id={each.id} name={each._title} />);
  return (
    <output className={classes.present} data-no-print>
      {here !== '' && (
        <span title={words.alsoHere(here)}>
          {marks(false)}
          <span className="visually-hidden">{words.alsoHere(here)}</span>
        </span>
      )}
      {changing !== '' && (
        <span>
          {marks(true)}
          <IconPencil size={13} aria-hidden /> {words.changingNow(changing)}
        </span>
      )}
    </output>
  );
}
