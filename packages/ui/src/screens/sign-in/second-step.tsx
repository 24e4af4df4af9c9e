import { Anchor, Button, Divider, Group, Stack, Text } from '@mantine/core';
import type { SecondStepView } from '@nonet/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../data/client.ts';
import { knowsPasskeys, signInWithPasskey } from '../../data/passkeys.ts';
import { useWrite } from '../../data/writes.ts';
import { CodeInput, FactorSetup } from '../../parts/factor-setup.tsx';
import { FactorProblem } from '../../parts/factor-problem.tsx';
import { RecoveryCodes } from '../../parts/recovery-codes.tsx';
import { useLaterWords } from '../../words/later-words.ts';

interface Props {
  step: SecondStepView;
  /** Somebody is signed in now. */
  onDone: () => void;
  onCancel: () => void;
}

/** The step after the password: a second factor is given, or set up. */
export function SecondStep({ step, onDone, onCancel }: Props) {
  const words = useLaterWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <Stack>
      <Text size="sm">{step.needs === 'factor' ? words.secondFactorAsked : words.secondFactorRequired}</Text>
      {step.needs === 'factor' ? (
        <GiveFactor step={step} onDone={onDone} />
      ) : (
        <FactorSetup onMade={(made) => (made.recovery_codes ? setCodes(made.recovery_codes) : onDone())} />
      )}
      <Anchor component="button" type="button" size="sm" onClick={onCancel}>
        {words.backToPassword}
      </Anchor>
    </Stack>
  );
}

function GiveFactor({ step, onDone }: Pick<Props, 'step' | 'onDone'>) {
  const words = useLaterWords();
  const [recovers, setRecovers] = useState(!step.code && !step.passkey);
  const [code, setCode] = useState('');
  const give = useWrite({
    mutationFn: () => client.giveFactor(recovers ? { recovery_code: code } : { code }),
    onSuccess: onDone,
  });
  const passkey = useWrite({ mutationFn: signInWithPasskey, onSuccess: onDone });
  const hasPasskey = step.passkey && knowsPasskeys();
  const asksCode = step.code || recovers;

  function submit(event: FormEvent) {
    event.preventDefault();
    give.mutate();
  }

  return (
    <Stack gap="sm">
      <FactorProblem error={give.error ?? passkey.error} />
      {hasPasskey && (
        <Button size="sm" loading={passkey.isPending} onClick={() => passkey.mutate()}>
          {words.usePasskey}
        </Button>
      )}
      {hasPasskey && asksCode && <Divider label={words.or} />}
      {asksCode && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <CodeInput
              label={recovers ? words.recoveryCode : words.factorCode}
              hint={recovers ? words.recoveryCodeHint : words.factorCodeHint}
              numeric={!recovers}
              value={code}
              onChange={setCode}
            />
            <Button type="submit" size="sm" variant={hasPasskey ? 'default' : 'filled'} loading={give.isPending}>
              {words.continue}
            </Button>
          </Stack>
        </form>
      )}
      {(step.code || !recovers) && (
        <Group>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setRecovers(!recovers);
              setCode('');
            }}
          >
            {recovers ? words.useFactorCode : words.useRecoveryCode}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}
