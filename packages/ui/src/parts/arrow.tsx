import { IconArrowRight } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';

/** An arrow from one value to another: drawn, because not every font has the sign, with a text for screen readers. */
export function Arrow() {
  const words = useWords();
  return (
    <>
      <IconArrowRight size={14} aria-hidden className="arrow" />
      <span className="visually-hidden"> {words.arrow} </span>
    </>
  );
}
