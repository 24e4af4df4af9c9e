import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { documentQuery } from '../../data/queries.ts';
import { matchScreen } from '../../data/routes.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Sentence } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { Readers } from '../why/readers.tsx';

/**
 * Shows the document's statement about an address to people who may read the document: who may see an existing record,
 * or whom the screen is for. It does not depend on stored data.
 */
export function WhyNotFound({ entity }: { entity: string | null }) {
  const words = useWords();
  const { pathname } = useLocation();
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  if (error) return <ProblemAlert error={error} />;
  if (!data) return null;
  const screen = entity === null ? matchScreen(data.screens, pathname)?.screen : undefined;
  const isFor = screen && `${screen.clause}.for`;
  return (
    <Box mb="md" maw="46rem">
      <Text size="sm" mb="xs">
        {words.whyNotFound}
      </Text>
      {entity !== null && (
        <>
          <Text size="sm" mb={4}>
            {words.whyNotFoundReaders}
          </Text>
          <Readers document={data} entity={entity} may="read" />
        </>
      )}
      {screen && (
        <>
          <Text size="sm" mb={4}>
            {words.whyNotFoundScreen}
          </Text>
          <Sentence clause={isFor && isFor in data.clauses ? isFor : screen.clause} />
        </>
      )}
    </Box>
  );
}
