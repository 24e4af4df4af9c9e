import { Badge, Button, Text, Title } from '@mantine/core';
import type { VersionsView } from '@nonet/client';
import { useState } from 'react';
import { DOCUMENT_ROUTE } from '../../../data/routes.ts';
import { useFormat } from '../../../format/format.ts';
import { RouteLink } from '../../../parts/route-link.tsx';
import { useWords } from '../../../words/words.ts';
import classes from './versions.module.css';

const FIRST = 8;

/** Every version, the newest first, as links to what it changed. */
export function VersionList({ view, shown }: { view: VersionsView; shown: number }) {
  const words = useWords();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const folded = !all && view.versions.length > FIRST + 1;
  const listed = folded
    ? view.versions.filter(({ number }, place) => place < FIRST || number === shown)
    : view.versions;
  return (
    <nav aria-label={words.versions}>
      <Title order={2} mb={4}>
        {words.versions}
      </Title>
      <ol className={classes.list}>
        {listed.map(({ number, putToUseAt, putToUseBy }) => (
          <li key={number} data-shown={number === shown || undefined}>
            <RouteLink
              to={DOCUMENT_ROUTE}
              search={{ view: 'versions', version: String(number) }}
              aria-current={number === shown ? 'true' : undefined}
              className={classes.version}
            >
              {words.versionNumber(number)}
            </RouteLink>{' '}
            {number === view.current && (
              <Badge component="span" variant="default" size="sm" radius="sm" tt="none" fw={500}>
                {words.versionInUse}
              </Badge>
            )}
            <Text size="xs" c="dimmed">
              <time dateTime={putToUseAt}>{format.dateTime(putToUseAt)}</time>
              {putToUseBy !== null && ` · ${putToUseBy}`}
            </Text>
          </li>
        ))}
      </ol>
      {folded && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAll(true)}>
          {words.showAll(view.versions.length)}
        </Button>
      )}
    </nav>
  );
}
