import { IconArrowRight } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';

/** From one value to another: drawn, because not every font has the sign, and said for those who listen. */
export function Arrow() {
  const words = useWords();
  return (
    <>
      <IconArrowRight size={14} aria-hidden className="arrow" />
      <span className="visually-hidden"> {words.arrow} </span>
    </>
  );
}
