import { Anchor, Code, Loader, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { documentQuery } from '../data/queries.ts';
import { DOCUMENT_ROUTE } from '../data/routes.ts';
import { lineId } from '../format/line-id.ts';
import { useWords } from '../words/words.ts';
import classes from './why.module.css';
import { Popover } from './overlays.tsx';

/** Escape closes a pop-up over a dialog, and not the dialog. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': true };

/** Why something was refused: a question to ask, for those who may read the document; the answer names the clause. */
export function AskWhy({ clause }: { clause: string }) {
  const words = useWords();
  return (
    <Why clause={clause}>
      <Text span size="xs" td="underline" c="dimmed">
        {words.why}
      </Text>
    </Why>
  );
}

/**
 * The clause that decides something: people who may read the document can open its sentence there. To everybody else an
 * address in it says nothing, and they see none.
 */
export function Why({ clause, children }: { clause: string; children?: ReactNode }) {
  const words = useWords();
  const { document } = useProduct();
  const [opened, setOpened] = useState(false);
  if (!document) return null;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={360}
      position="bottom-start"
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          component="button"
          type="button"
          className={classes.ask ?? ''}
          aria-label={`${words.why} ${clause}`}
          onClick={() => setOpened((before) => !before)}
        >
          {children ?? <Code fz="xs">{clause}</Code>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown {...OWN_ESCAPE}>
        <Sentence clause={clause} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The text of the document at a clause, with a link to it. */
export function Sentence({ clause }: { clause: string }) {
  const words = useWords();
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  const place = data?.clauses[clause];
  return (
    <div className={classes.sentence}>
      <Code fz="xs">{clause}</Code>
      {error && <Text size="sm">{messageOf(error, words)}</Text>}
      {!data && !error && <Loader size="xs" aria-label={words.loading} />}
      {place && (
        <>
          <Text size="sm" my={4}>
            <q>{asSentence(place.text)}</q>
          </Text>
          <Anchor
            size="xs"
            {...OWN_ESCAPE}
            renderRoot={(props) => (
              <Link to={DOCUMENT_ROUTE} search={{}} hash={lineId(place.file, place.line)} {...props} />
            )}
          >
            {words.inDocument(place.line)}
          </Anchor>
        </>
      )}
    </div>
  );
}

/** A table's row reads as its cells, without the bars between them and the backticks around them. */
export function asSentence(text: string): string {
  if (!text.startsWith('|')) return text.replace(/^#+\s*/, '');
  return text
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'))
    .filter((cell) => cell !== '')
    .join(' · ');
}
