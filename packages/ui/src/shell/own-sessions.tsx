import { Stack, Text } from '@mantine/core';
import type { OpenSessionView } from '@nonet/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useLaterWords } from '../words/later-words.ts';
import { EndableTable } from '../parts/endable-table.tsx';

const KEY = ['own-sessions'];

/** The sessions of this person; each can be ended, except the one of this page, which ends by signing out. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: KEY, queryFn: () => client.openSessions() });
  const end = useMutation({
    mutationFn: (id: string) => client.endSession(id),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const error = sessions.error ?? end.error;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={words.ownSessions}
      closeButtonProps={{ 'aria-label': words.closeDialog }}
    >
      <Stack>
        <Text size="sm">{words.ownSessionsIntro}</Text>
        {error && <ProblemAlert error={error} />}
        {sessions.data && (
          <SessionTable sessions={sessions.data} ending={end.isPending} onEnd={(id) => end.mutate(id)} />
        )}
      </Stack>
    </Dialog>
  );
}

interface SessionTableProps {
  sessions: readonly OpenSessionView[];
  ending: boolean;
  onEnd: (id: string) => void;
}

function SessionTable({ sessions, ending, onEnd }: SessionTableProps) {
  const words = useLaterWords();
  const format = useFormat();
  return (
    <EndableTable
      headings={[words.sessionDevice, words.sessionNetwork, words.sessionBegan, words.sessionUsed]}
      action={words.endSession}
      ending={ending}
      onEnd={onEnd}
      rows={sessions.map(({ id, device, network, created_at, seen_at, current }) => ({
        id,
        cells: [
          device ?? words.sessionUnknown,
          network ?? words.sessionUnknown,
          format.dateTime(created_at),
          format.dateTime(seen_at),
        ],
        name: `${device ?? words.sessionUnknown}, ${format.dateTime(created_at)}`,
        instead: current ? words.sessionHere : null,
      }))}
    />
  );
}
