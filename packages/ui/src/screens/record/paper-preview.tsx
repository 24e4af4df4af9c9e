import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Pdf } from '../../parts/pdf.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';

interface PaperPreviewProps {
  path: string;
  id: string;
  paper: { name: string; label: string };
  onClose: () => void;
}

/** A paper over the page, as its browser shows it: from there it is printed or saved. */
export function PaperPreview({ path, id, paper, onClose }: PaperPreviewProps) {
  const words = useWords();
  const address = client.paperUrl(path, id, paper.name);
  const { data, error, refetch } = useQuery({
    queryKey: ['records', path, 'paper', id, paper.name],
    queryFn: async ({ signal }) => (await client.paper(path, id, paper.name, signal)).size,
    // It is made of the record as it is now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Dialog size="80rem" onClose={onClose} title={paper.label} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      {error ? (
        <ProblemAlert error={error} focus onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Stack component="output" align="center" py="xl">
          <Loader size="sm" />
          <Text size="sm">{words.paperIsMade}</Text>
        </Stack>
      ) : (
        <>
          <Anchor size="sm" href={address} download>
            {words.download(paper.label)}
          </Anchor>
          <Pdf address={address} title={paper.label} />
        </>
      )}
    </Dialog>
  );
}
