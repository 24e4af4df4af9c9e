import { Anchor, Code } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { use } from 'react';
import { lineId } from '../../format/line-id.ts';
import { useWords } from '../../words/words.ts';
import { ClausePlaces } from './clause-link.tsx';
import classes from './document.module.css';

type Example = DocumentView['examples'][number];

/** The examples by which the document shows the meaning of a clause, each with a link to its row. */
export function Examples({ examples }: { examples: readonly Example[] }) {
  const words = useWords();
  return (
    <ul className={classes.examples} aria-label={words.examples}>
      {examples.map((example) => (
        <OneExample key={example.clause} example={example} />
      ))}
    </ul>
  );
}

function OneExample({ example: { clause, given, who, does, then } }: { example: Example }) {
  const words = useWords();
  const place = use(ClausePlaces)[clause];
  return (
    <li>
      {place && <Anchor href={`#${lineId(place.file, place.line)}`}>{words.example}</Anchor>} <Stated cell={given} />{' '}
      <Stated cell={who} /> <Stated cell={does} /> → <Stated cell={then} />
    </li>
  );
}

/** A cell that says something. */
function Stated({ cell }: { cell: string }) {
  return cell === '' || cell === 'none' ? null : <Code>{cell}</Code>;
}
