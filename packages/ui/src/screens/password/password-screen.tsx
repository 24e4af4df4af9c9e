import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { client } from '../../data/client.ts';
import { splitErrors } from '../../data/errors.ts';
import { useProduct } from '../../data/product.ts';
import { signInOf } from '../../data/routes.ts';
import { useWrite } from '../../data/writes.ts';
import { PasswordInput } from '../../parts/password-input.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

/** The page to which a mail's link leads: choose a password. Without a link, ask for one. */
export default function PasswordScreen() {
  const words = useWords();
  // Behind the `#`, so that no server and no log sees it.
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  return (
    <ScreenFrame screen={null} title={token === '' ? words.forgotPassword : words.choosePassword} loaded>
      <Stack maw={380}>
        {token === '' ? <AskForLink /> : <ChoosePassword token={token} onAgain={() => setToken('')} />}
      </Stack>
    </ScreenFrame>
  );
}

function AskForLink() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const ask = useWrite({ mutationFn: () => client.askForPasswordLink(email) });
  if (ask.isSuccess) {
    return <Alert variant="default">{words.linkSent(email)}</Alert>;
  }
  return (
    <form onSubmit={submits(() => ask.mutate())}>
      <Stack gap="sm">
        {ask.error && <ProblemAlert error={ask.error} focus />}
        <Text size="sm">{words.forgotPasswordIntro}</Text>
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={ask.isPending}>
          {words.sendLink}
        </Button>
      </Stack>
    </form>
  );
}

function ChoosePassword({ token, onAgain }: { token: string; onAgain: () => void }) {
  const words = useWords();
  const product = useProduct();
  const [password, setPassword] = useState('');
  const choose = useWrite({ mutationFn: () => client.setPasswordByLink(token, password) });
  const { byField } = splitErrors(choose.error, (path) => path === 'password');
  const signIn = signInOf(product);
  if (choose.isSuccess) {
    return (
      <Alert variant="default">
        {words.passwordChosen}{' '}
        {signIn && (
          <Anchor inherit renderRoot={(props) => <RouteLink to={signIn.route} {...props} />}>
            {signIn.name}
          </Anchor>
        )}
      </Alert>
    );
  }
  return (
    <form onSubmit={submits(() => choose.mutate())}>
      <Stack gap="sm">
        {choose.error && Object.keys(byField).length === 0 && (
          <>
            <ProblemAlert error={choose.error} focus />
            <Button variant="default" onClick={onAgain}>
              {words.forgotPassword}
            </Button>
          </>
        )}
        <PasswordInput
          label={words.newPassword}
          description={words.passwordLength(product.settings.passwordLength)}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          error={byField['password']}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={choose.isPending}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}

function submits(action: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    action();
  };
}
