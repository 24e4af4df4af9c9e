import { ActionIcon, Button, Text } from '@mantine/core';
import { IconDevices, IconKey, IconLock, IconLogout, IconShieldLock, IconUser, IconWorld } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { signInOf } from '../data/routes.ts';
import { notifyRefused } from '../parts/notify.tsx';
import { RouteLink } from '../parts/route-link.tsx';
import { useLeaving } from '../parts/unsaved-changes.tsx';
import { useWords } from '../words/words.ts';
import { useSession } from '../data/session.ts';
import classes from './shell.module.css';
import { Menu } from '../parts/overlays.tsx';

const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }));
const PreferencesDialog = lazy(async () => ({
  default: (await import('./preferences-dialog.tsx')).PreferencesDialog,
}));
const OwnSessions = lazy(async () => ({ default: (await import('./own-sessions.tsx')).OwnSessions }));
const SecondFactors = lazy(async () => ({ default: (await import('./second-factors.tsx')).SecondFactors }));
const ApiTokens = lazy(async () => ({ default: (await import('./api-tokens.tsx')).ApiTokens }));

/** The signed-in user, their password, and signing out; for visitors a link to sign in, if the document has one. */
export function AccountMenu() {
  const words = useWords();
  const product = useProduct();
  const session = useSession();
  const [tokens, setTokens] = useState(false);
  const [sessions, setSessions] = useState(false);
  const [factors, setFactors] = useState(false);
  const signOut = useMutation({
    mutationFn: () => session.signOut('/'),
    onError: (error) => notifyRefused(messageOf(error, words), words.signOut, words),
  });
  const [asked, setAsked] = useState(false);
  const leaving = useLeaving();
  const [preferring, setPreferring] = useState(false);
  const preferences = preferring && (
    <Suspense>
      <PreferencesDialog onClose={() => setPreferring(false)} />
    </Suspense>
  );
  const { user } = product;
  if (user === null) {
    const screen = signInOf(product);
    return (
      <>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={words.languageAndTime}
          title={words.languageAndTime}
          onClick={() => setPreferring(true)}
        >
          <IconWorld size={18} />
        </ActionIcon>
        {screen !== null && (
          <Button variant="subtle" renderRoot={(props) => <RouteLink to={screen.route} {...props} />}>
            {words.signIn}
          </Button>
        )}
        {preferences}
      </>
    );
  }
  const name = user.name ?? user.email;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            className={classes.account ?? ''}
            leftSection={<IconUser size={16} aria-hidden />}
            aria-label={`${words.account}: ${name}`}
          >
            <Text span size="sm" truncate="end" maw={160} visibleFrom="sm">
              {name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.who ?? ''}>
            {name}
            <br />
            {user.email}
            {user.roles.length > 0 && (
              <>
                <br />
                {user.roles.join(', ')}
              </>
            )}
          </Menu.Label>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setTokens(true)}>
            {words.apiTokens}
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => setSessions(true)}>
            {words.ownSessions}
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => setFactors(true)}>
            {words.secondFactor}
          </Menu.Item>
          <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={() => setAsked(true)}>
            {words.changePassword}
          </Menu.Item>
          <Menu.Item leftSection={<IconWorld size={16} aria-hidden />} onClick={() => setPreferring(true)}>
            {words.languageAndTime}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => leaving.leave(() => signOut.mutate())}
          >
            {words.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {preferences}
      {leaving.dialog}
      {tokens && (
        <Suspense>
          <ApiTokens user={user} onClose={() => setTokens(false)} />
        </Suspense>
      )}
      {sessions && (
        <Suspense>
          <OwnSessions onClose={() => setSessions(false)} />
        </Suspense>
      )}
      {factors && (
        <Suspense>
          <SecondFactors onClose={() => setFactors(false)} />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <PasswordDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
