import { Anchor, Code, Title } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { lineId } from '../../format/line-id.ts';
import { useLaterWords } from '../../words/later-words.ts';
import classes from './document.module.css';

/** The functions of files beside the document that give terms: the document does not say what they do. */
export function Given({ document: { given, clauses } }: { document: DocumentView }) {
  const words = useLaterWords();
  if (given.length === 0) return null;
  return (
    <section className={classes.gaps}>
      <Title order={2} mb={4}>
        {words.given} ({given.length})
      </Title>
      <ul className={classes.given}>
        {given.map(({ clause, file, exported }) => {
          const place = clauses[clause];
          return (
            <li key={clause}>
              <Anchor size="sm" {...(place && { href: `#${lineId(place.file, place.line)}` })}>
                {clause}
              </Anchor>{' '}
              <Code>{exported === null ? file : `${file}#${exported}`}</Code>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
