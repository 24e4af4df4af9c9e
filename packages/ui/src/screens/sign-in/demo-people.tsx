import type { DemoAccountView } from '@nonet/client';
import { Button, Divider, Paper, Stack, Text } from '@mantine/core';
import { useWords } from '../../words/words.ts';

/** In development: people as whom the document's writer can sign in with one click. */
export function DemoPeople({
  label,
  accounts,
  disabled,
  onChoose,
}: {
  label: string;
  accounts: readonly DemoAccountView[];
  disabled: boolean;
  onChoose: (id: string) => void;
}) {
  const words = useWords();
  if (accounts.length === 0) return null;
  return (
    <Paper component="section" aria-label={label}>
      <Divider label={label} my="sm" />
      <Stack gap={6}>
        {accounts.map((account) => (
          <Button
            key={account.id}
            variant="default"
            justify="space-between"
            disabled={disabled}
            rightSection={
              <Text span size="xs" c="dimmed">
                {account.roles.join(', ') || words.noAssignedRole}
              </Text>
            }
            onClick={() => onChoose(account.id)}
          >
            {account.name}
          </Button>
        ))}
      </Stack>
    </Paper>
  );
}
