import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { client } from '../data/client.ts';
import { splitErrors } from '../data/errors.ts';
import { useProduct } from '../data/product.ts';
import { useWrite } from '../data/writes.ts';
import { notifyDone } from '../parts/notify.tsx';
import { PasswordInput } from '../parts/password-input.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useLaterWords } from '../words/later-words.ts';
import { useIsShown } from '../parts/use-is-shown.ts';

/** One's own password, with the one of today; every other session of this account ends. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const { passwordLength } = useProduct().settings;
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const isShown = useIsShown();
  const change = useWrite({
    mutationFn: () => client.changePassword(current, password),
    onSuccess: () => {
      notifyDone(words.passwordChanged, words);
      if (isShown()) onClose();
    },
  });
  const { byField } = splitErrors(change.error, (path) => path === 'current' || path === 'password');

  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate();
  }

  return (
    <Dialog onClose={onClose} title={words.changePassword} closeButtonProps={{ 'aria-label': words.cancel }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {words.passwordEnds}
          </Text>
          {change.error && Object.keys(byField).length === 0 && <ProblemAlert error={change.error} focus />}
          <PasswordInput
            label={words.currentPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={current}
            error={byField['current']}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.newPassword}
            description={words.passwordLength(passwordLength)}
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            error={byField['password']}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
