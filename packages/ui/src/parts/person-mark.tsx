import { hueOfPerson, initialsOf } from '../format/person.ts';
import classes from './person-mark.module.css';

/** A person's initials on a background of the person's hue, before the name. */
export function PersonMark({ id, name }: { id: string; name: string }) {
  return <i className={classes.mark} data-hue={hueOfPerson(id)} data-initials={initialsOf(name)} aria-hidden />;
}
