import type { ProductView } from '@nonet/client';
import { IconDevices, IconKey, IconLock, IconLogout, IconShieldLock, IconWorld } from '@tabler/icons-react';
import { lazy } from 'react';
import { Menu } from '../parts/overlays.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }));
const OwnSessions = lazy(async () => ({ default: (await import('./own-sessions.tsx')).OwnSessions }));
const SecondFactors = lazy(async () => ({ default: (await import('./second-factors.tsx')).SecondFactors }));
const ApiTokens = lazy(async () => ({ default: (await import('./api-tokens.tsx')).ApiTokens }));

export type AccountDialogKind = 'tokens' | 'sessions' | 'factors' | 'password';
type User = NonNullable<ProductView['user']>;

interface AccountItemsProps {
  user: User;
  onAsked: (dialog: AccountDialogKind | 'preferences') => void;
  onSignOut: () => void;
}

/** The content of the account's menu, whose code is fetched when it is opened. */
export function AccountItems({ user, onAsked, onSignOut }: AccountItemsProps) {
  const words = useWords();
  return (
    <>
      <Menu.Label className={classes.who ?? ''}>
        {user.name ?? user.email}
        <br />
        {user.email}
        {user.roles.length > 0 && (
          <>
            <br />
            {user.roles.join(', ')}
          </>
        )}
      </Menu.Label>
      <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAsked('tokens')}>
        {words.apiTokens}
      </Menu.Item>
      <Menu.Item leftSection={<IconDevices size={16} aria-hidden />} onClick={() => onAsked('sessions')}>
        {words.ownSessions}
      </Menu.Item>
      <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => onAsked('factors')}>
        {words.secondFactor}
      </Menu.Item>
      <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={() => onAsked('password')}>
        {words.changePassword}
      </Menu.Item>
      <Menu.Item leftSection={<IconWorld size={16} aria-hidden />} onClick={() => onAsked('preferences')}>
        {words.languageAndRegion}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
        {words.signOut}
      </Menu.Item>
    </>
  );
}

/** A dialog of the account's menu. */
export function AccountDialog({ kind, user, onClose }: { kind: AccountDialogKind; user: User; onClose: () => void }) {
  switch (kind) {
    case 'tokens':
      return <ApiTokens user={user} onClose={onClose} />;
    case 'sessions':
      return <OwnSessions onClose={onClose} />;
    case 'factors':
      return <SecondFactors onClose={onClose} />;
    case 'password':
      return <PasswordDialog onClose={onClose} />;
  }
}
