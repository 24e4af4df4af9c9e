import { foundParts, searchTerms } from '@nonet/language';
import { Fragment } from 'react';
import classes from './marked-text.module.css';

/** A text with marks where it holds a word or phrase of a search. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  let at = 0;
  return foundParts(text, searchTerms(search)).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isFound ? (
      <mark key={key} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      <Fragment key={key}>{part.text}</Fragment>
    );
  });
}
