import { IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';
import classes from './branch-toggle.module.css';
import fold from './fold.module.css';

/** The place of a row in a tree. */
export interface Branch {
  /** From 0. */
  readonly depth: number;
  /** Shows or hides what is below it; null if nothing is. */
  readonly toggle: (() => void) | null;
  readonly isOpen: boolean;
}

/** Opens and closes what is below a row, and stands as far in as the row is deep. */
export function BranchToggle({ branch: { depth, toggle, isOpen }, title }: { branch: Branch; title: string }) {
  const words = useWords();
  return (
    <span className={classes.branch} style={{ marginInlineStart: `${depth * 1.25}rem` }}>
      {toggle && (
        <button
          type="button"
          className={`${fold.toggle} ${classes.toggle}`}
          aria-expanded={isOpen}
          aria-label={words.below(title)}
          onClick={toggle}
        >
          <IconChevronRight size={14} aria-hidden className={fold.chevron} />
        </button>
      )}
    </span>
  );
}
