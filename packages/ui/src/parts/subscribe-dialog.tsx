import { Alert, Anchor, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ListQuery, NewApiTokenView, ScreenView } from '@nonet/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../data/client.ts';
import { useProduct } from '../data/product.ts';
import { useWrite } from '../data/writes.ts';
import { useFormat } from '../format/format.ts';
import { useLaterWords } from '../words/later-words.ts';
import { Dialog } from './dialog.tsx';
import { EndableTable } from './endable-table.tsx';
import { ProblemAlert } from './problem-alert.tsx';

const KEY = ['api-tokens'];

interface SubscribeDialogProps {
  screen: ScreenView;
  /** The query of the screen, with the values of its route's parameters. */
  query: ListQuery;
  onClose: () => void;
}

/** The addresses at which other programs read a calendar: one's own, a new one, or the one for everybody. */
export function SubscribeDialog({ screen, query, onClose }: SubscribeDialogProps) {
  const words = useLaterWords();
  const { user } = useProduct();
  const parameters = Object.entries(query.filters ?? {}).filter(([key]) => key.startsWith('path.'));
  const suffix = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={words.subscribeTitle(screen.name)}
      closeButtonProps={{ 'aria-label': words.closeDialog }}
    >
      {user === null ? (
        <Stack>
          <Text size="sm">{words.subscribePublic}</Text>
          <Address path={`/api/-/calendars/${encodeURIComponent(screen.slug)}/calendar.ics${suffix}`} />
        </Stack>
      ) : (
        <OwnAddresses screen={screen} suffix={suffix} />
      )}
    </Dialog>
  );
}

function OwnAddresses({ screen, suffix }: { screen: ScreenView; suffix: string }) {
  const words = useLaterWords();
  const format = useFormat();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewApiTokenView | null>(null);
  const tokens = useQuery({ queryKey: KEY, queryFn: () => client.apiTokens() });
  const again = () => queries.invalidateQueries({ queryKey: KEY });
  const revoke = useMutation({
    mutationFn: (id: string) => client.revokeApiToken(id),
    onSuccess: (_nothing, id) => setMade((shown) => (shown?.id === id ? null : shown)),
    onSettled: again,
  });
  const own = tokens.data?.filter((token) => token.screen === screen.slug) ?? [];
  const error = tokens.error ?? revoke.error;
  return (
    <Stack>
      <Text size="sm">{words.subscribeIntro}</Text>
      {made?.address !== undefined && (
        <Alert variant="default" title={words.addressMade(made.name)}>
          <Stack gap="xs">
            <Text size="sm">{words.addressOnce}</Text>
            <Address path={`${made.address}${suffix}`} />
          </Stack>
        </Alert>
      )}
      {error && <ProblemAlert error={error} />}
      {own.length > 0 && (
        <EndableTable
          headings={[words.addressFor, words.tokenUsed]}
          action={words.revoke}
          ending={revoke.isPending}
          onEnd={(id) => revoke.mutate(id)}
          rows={own.map((token) => ({
            id: token.id,
            cells: [token.name, token.used_at === null ? words.tokenNeverUsed : format.dateTime(token.used_at)],
            name: token.name,
            instead: null,
          }))}
        />
      )}
      <NewAddress
        screen={screen}
        onMade={async (token) => {
          setMade(token);
          await again();
        }}
      />
    </Stack>
  );
}

function NewAddress({ screen, onMade }: { screen: ScreenView; onMade: (made: NewApiTokenView) => Promise<void> }) {
  const words = useLaterWords();
  const [name, setName] = useState('');
  const make = useWrite({
    mutationFn: () => client.makeCalendarToken({ screen: screen.slug, name }),
    onSuccess: async (made) => {
      setName('');
      await onMade(made);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {make.error && <ProblemAlert error={make.error} />}
        <Group align="end">
          <TextInput
            miw={220}
            flex={1}
            label={words.addressForHint}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={make.isPending}>
            {words.makeAddress}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An address to copy, or to open in the program that subscribes to calendars on this device. */
function Address({ path }: { path: string }) {
  const words = useLaterWords();
  const address = `${window.location.origin}${path}`;
  return (
    <Stack gap="xs">
      <Group wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy} miw="max-content">
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Anchor size="sm" href={address.replace(/^https?:/, 'webcal:')}>
        {words.openCalendar}
      </Anchor>
    </Stack>
  );
}
