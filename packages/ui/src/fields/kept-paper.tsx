import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';

const AGAIN_MILLISECONDS = 2_000;

/** The details of a file that holds a paper; asked again while it is still being made. */
export function useKeptPaper(id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['file', id],
    queryFn: ({ signal }) => client.fileDetails(id, signal),
    refetchInterval: ({ state }) => (state.data?.sha256 === null ? AGAIN_MILLISECONDS : false),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Behind its name: how large a paper is that an event has kept, or that it is still being made. */
export function KeptPaperSize({ id }: { id: string }) {
  const words = useWords();
  const format = useFormat();
  const { data } = useKeptPaper(id);
  if (data === undefined) return null;
  return <output>{data.size === null ? ` – ${words.paperIsMade}` : ` (${format.bytes(data.size)})`}</output>;
}

/** When it was kept, and the hash by which everybody can tell that it is still that file. */
export function KeptPaperProof({ id }: { id: string }) {
  const words = useWords();
  const format = useFormat();
  const { data } = useKeptPaper(id);
  if (data === undefined || data.kept === null) return null;
  return (
    <Text component="output" size="xs" c="dimmed" display="block" mt={4} style={{ overflowWrap: 'anywhere' }}>
      {words.paperKept(format.dateTime(data.kept.at))}
      {data.sha256 === null ? ` ${words.paperIsMade}` : ` SHA-256: ${data.sha256}`}
    </Text>
  );
}
