import {
  Alert,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Fieldset,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { NewApiTokenView, UserView } from '@nonet/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { client } from '../data/client.ts';
import { useProduct } from '../data/product.ts';
import { useWrite } from '../data/writes.ts';
import { useFormat } from '../format/format.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useLaterWords } from '../words/later-words.ts';
import { EndableTable } from '../parts/endable-table.tsx';

const KEY = ['api-tokens'];
const STANDARD_DAYS = 90;
const LONGEST_DAYS = 366;

/** The tokens by which programs act as this person: what there is, a new one (shown once), and an end to each. */
export function ApiTokens({ user, onClose }: { user: UserView; onClose: () => void }) {
  const words = useLaterWords();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewApiTokenView | null>(null);
  const tokens = useQuery({ queryKey: KEY, queryFn: () => client.apiTokens() });
  const revoke = useMutation({
    mutationFn: (id: string) => client.revokeApiToken(id),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <Dialog onClose={onClose} size="lg" title={words.apiTokens} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Stack>
        <Text size="sm">{words.apiTokensIntro}</Text>
        {made && <MadeToken made={made} />}
        <ProblemOf error={tokens.error ?? revoke.error} />
        {tokens.data && tokens.data.length > 0 && (
          <TokenTable tokens={tokens.data} revoking={revoke.isPending} onRevoke={(id) => revoke.mutate(id)} />
        )}
        <NewToken
          user={user}
          onMade={async (token) => {
            setMade(token);
            await queries.invalidateQueries({ queryKey: KEY });
          }}
        />
      </Stack>
    </Dialog>
  );
}

function ProblemOf({ error }: { error: unknown }) {
  return error ? <ProblemAlert error={error} /> : null;
}

function MadeToken({ made }: { made: NewApiTokenView }) {
  const words = useLaterWords();
  return (
    <Alert variant="default" title={words.tokenMade(made.name)}>
      <Stack gap="xs">
        <Text size="sm">{words.tokenOnce}</Text>
        <Group wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{made.token}</Code>
          <CopyButton value={made.token}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy} miw="max-content">
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}

interface TokenTableProps {
  tokens: Awaited<ReturnType<typeof client.apiTokens>>;
  revoking: boolean;
  onRevoke: (id: string) => void;
}

function TokenTable({ tokens, revoking, onRevoke }: TokenTableProps) {
  const words = useLaterWords();
  const format = useFormat();
  const { screens } = useProduct();
  const calendarOf = (slug: string) => words.tokenOfCalendar(screens.find((each) => each.slug === slug)?.name ?? slug);
  return (
    <EndableTable
      headings={[words.tokenName, words.tokenRoles, words.tokenUsed, words.tokenEnds]}
      action={words.revoke}
      ending={revoking}
      onEnd={onRevoke}
      rows={tokens.map((token) => ({
        id: token.id,
        cells: [
          token.name,
          token.screen !== null
            ? calendarOf(token.screen)
            : token.roles === null
              ? words.tokenAllRoles
              : token.roles.join(', ') || words.noRoles,
          token.used_at === null ? words.tokenNeverUsed : format.dateTime(token.used_at),
          format.dateTime(token.expires_at),
        ],
        name: token.name,
        instead: null,
      }))}
    />
  );
}

function NewToken({ user, onMade }: { user: UserView; onMade: (token: NewApiTokenView) => Promise<void> }) {
  const words = useLaterWords();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(STANDARD_DAYS);
  const [roles, setRoles] = useState<string[]>(user.roles);
  const make = useWrite({
    mutationFn: () =>
      client.makeApiToken({
        name,
        days: Number(days),
        // A token with all roles also gets the roles that the person gets later.
        ...(roles.length === user.roles.length ? {} : { roles }),
      }),
    onSuccess: async (token) => {
      setName('');
      await onMade(token);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <form onSubmit={submit}>
      <Fieldset legend={words.newToken}>
        <Stack gap="sm">
          <ProblemOf error={make.error} />
          <Group grow align="start">
            <TextInput
              label={words.tokenName}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NumberInput label={words.tokenDays} required min={1} max={LONGEST_DAYS} value={days} onChange={setDays} />
          </Group>
          {user.roles.length > 0 && (
            <Checkbox.Group label={words.tokenRoles} value={roles} onChange={setRoles}>
              <Group mt={4}>
                {user.roles.map((role) => (
                  <Checkbox key={role} value={role} label={role} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={make.isPending}>
              {words.makeToken}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}
