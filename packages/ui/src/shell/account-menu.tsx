import { ActionIcon, Button, Text } from '@mantine/core';
import { IconUser, IconWorld } from '@tabler/icons-react';
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
import type { AccountDialogKind } from './account-items.tsx';
import classes from './shell.module.css';
import { Menu } from '../parts/overlays.tsx';

const AccountItems = lazy(async () => ({ default: (await import('./account-items.tsx')).AccountItems }));
const AccountDialog = lazy(async () => ({ default: (await import('./account-items.tsx')).AccountDialog }));
const PreferencesDialog = lazy(async () => ({
  default: (await import('./preferences-dialog.tsx')).PreferencesDialog,
}));

/** The signed-in user, their password, and signing out; for visitors a link to sign in, if the document has one. */
export function AccountMenu() {
  const words = useWords();
  const product = useProduct();
  const session = useSession();
  const [dialog, setDialog] = useState<AccountDialogKind | null>(null);
  const signOut = useMutation({
    mutationFn: () => session.signOut('/'),
    onError: (error) => notifyRefused(messageOf(error, words), words.signOut, words),
  });
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
          aria-label={words.languageAndRegion}
          title={words.languageAndRegion}
          onClick={() => setPreferring(true)}
        >
          <IconWorld size={18} aria-hidden />
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
          <Suspense fallback={<Menu.Label aria-busy>{words.loading}</Menu.Label>}>
            <AccountItems
              user={user}
              onAsked={(asked) => (asked === 'preferences' ? setPreferring(true) : setDialog(asked))}
              onSignOut={() => leaving.leave(() => signOut.mutate())}
            />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {preferences}
      {leaving.dialog}
      {dialog && (
        <Suspense>
          <AccountDialog kind={dialog} user={user} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  );
}
