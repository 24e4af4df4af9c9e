import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import type { NewFactorView, NewTotpView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { client } from '../data/client.ts';
import { knowsPasskeys, makePasskey } from '../data/passkeys.ts';
import { useWrite } from '../data/writes.ts';
import { useLaterWords } from '../words/later-words.ts';
import { FactorProblem } from './factor-problem.tsx';

/** Sets up an app or a passkey. */
export function FactorSetup({ onMade }: { onMade: (made: NewFactorView) => void }) {
  const words = useLaterWords();
  const [begun, setBegun] = useState<NewTotpView | null>(null);
  const begin = useWrite({ mutationFn: () => client.beginTotp(), onSuccess: setBegun });
  const passkey = useWrite({ mutationFn: () => makePasskey(words.passkey), onSuccess: onMade });
  if (begun !== null) return <AppSetup begun={begun} onMade={onMade} onCancel={() => setBegun(null)} />;
  return (
    <Stack gap="sm">
      <FactorProblem error={begin.error ?? passkey.error} />
      <Group>
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {words.addApp}
        </Button>
        <Button
          variant="default"
          loading={passkey.isPending}
          disabled={!knowsPasskeys()}
          onClick={() => passkey.mutate()}
        >
          {words.addPasskey}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {knowsPasskeys() ? words.passkeyHint : words.noPasskeys}
      </Text>
    </Stack>
  );
}

interface AppSetupProps {
  begun: NewTotpView;
  onMade: (made: NewFactorView) => void;
  onCancel: () => void;
}

/** The picture that the app reads, and the first code that it shows. */
function AppSetup({ begun, onMade, onCancel }: AppSetupProps) {
  const words = useLaterWords();
  const [code, setCode] = useState('');
  const confirm = useWrite({
    mutationFn: () => client.confirmTotp(begun.id, code, words.app),
    onSuccess: onMade,
  });
  const picture = useQuery({
    queryKey: ['factor-picture', begun.id],
    queryFn: () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(begun.address, { border: 2 }))}`,
    gcTime: 0,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{words.scanCode}</Text>
        {picture.data !== undefined && <img src={picture.data} alt={words.scanPicture} width={180} height={180} />}
        <Text size="sm">
          {words.scanKey}: <Code>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
        </Text>
        <FactorProblem error={confirm.error} />
        <CodeInput label={words.factorCode} hint={words.factorCodeHint} value={code} onChange={setCode} numeric />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {words.continue}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CodeInputProps {
  label: string;
  hint: string;
  value: string;
  /** Whether it has digits alone. */
  numeric: boolean;
  onChange: (value: string) => void;
}

/** A code that is used once. */
export function CodeInput({ label, hint, value, numeric, onChange }: CodeInputProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      autoComplete="one-time-code"
      inputMode={numeric ? 'numeric' : 'text'}
      required
      withAsterisk={false}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
