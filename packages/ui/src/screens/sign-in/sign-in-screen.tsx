import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { SecondStepView } from '@nonet/client';
import { client } from '../../data/client.ts';
import { useProduct } from '../../data/product.ts';
import { demoAccountsQuery } from '../../data/queries.ts';
import { addressAfter, PASSWORD_ROUTE, signUpOf } from '../../data/routes.ts';
import { PasswordInput } from '../../parts/password-input.tsx';
import { GeneralActions } from '../../parts/general-actions.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useSession } from '../../data/session.ts';
import { useWrite } from '../../data/writes.ts';
import { useWords } from '../../words/words.ts';
import type { ScreenProps } from '../screen.ts';
import { DemoPeople } from './demo-people.tsx';
import { Providers, Refused } from './providers.tsx';

/** Comes when it is needed: few sign-ins have two steps. */
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

export default function SignInScreen({ screen }: ScreenProps) {
  const words = useWords();
  const product = useProduct();
  const session = useSession();
  const search: Record<string, string> = useSearch({ strict: false });
  const next = addressAfter(search.next);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const development = product.mode === 'dev';
  const { data: accounts } = useQuery({ ...demoAccountsQuery, enabled: development });
  const { signInBy } = product.settings;
  const signUp = signUpOf(product);
  const signIn = useWrite({
    mutationFn: () => session.signIn(name, password, next, signInBy?.name),
    onSuccess: (asked) => setStep(asked),
  });
  // A sign-in that was begun elsewhere, or before this page was loaded again, goes on here.
  const begun = useQuery({ queryKey: ['begun-sign-in'], queryFn: () => client.session(), gcTime: 0, staleTime: 0 });
  const [ownStep, setStep] = useState<SecondStepView | null>();
  const step = ownStep === undefined ? begun.data?.second_step : ownStep;
  const signInAs = useWrite({ mutationFn: (id: string) => session.signInAs(id, next) });
  if (product.user) return <Navigate to={next} replace />;
  const error = signIn.error ?? signInAs.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    signIn.mutate();
  }

  if (step)
    return (
      <ScreenFrame screen={screen} title={screen.name} loaded>
        <Suspense>
          <SecondStep
            step={step}
            onDone={() => void session.arrive(next)}
            onCancel={() => {
              setStep(null);
              setPassword('');
              void client.signOut();
            }}
          />
        </Suspense>
      </ScreenFrame>
    );
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded actions={<GeneralActions screen={screen} />}>
      <Stack>
        {search.next && <Text size="sm">{words.signInToContinue}</Text>}
        {error ? <ProblemAlert error={error} focus /> : <Refused why={search.refused} />}
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={signInBy?.label ?? words.email}
              type={signInBy ? 'text' : 'email'}
              autoComplete="username"
              required
              withAsterisk={false}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <PasswordInput
              label={words.password}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" size="sm" loading={signIn.isPending}>
              {words.signIn}
            </Button>
          </Stack>
        </form>
        <Providers next={next} />
        {product.mail && (
          <Anchor size="sm" renderRoot={(props) => <RouteLink to={PASSWORD_ROUTE} {...props} />}>
            {words.forgotPassword}
          </Anchor>
        )}
        {signUp && (
          <Text size="sm">
            {words.noAccountYet}{' '}
            <Anchor inherit renderRoot={(props) => <RouteLink to={signUp.route} {...props} />}>
              {signUp.name}
            </Anchor>
          </Text>
        )}
        {development &&
          [false, true].map((standIn) => (
            <DemoPeople
              key={String(standIn)}
              label={standIn ? words.standIns : words.demoAccounts}
              accounts={(accounts ?? []).filter((account) => account.stand_in === standIn)}
              disabled={signInAs.isPending}
              onChoose={(id) => signInAs.mutate(id)}
            />
          ))}
      </Stack>
    </ScreenFrame>
  );
}
