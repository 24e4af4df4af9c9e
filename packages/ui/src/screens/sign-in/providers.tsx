import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { ProblemError } from '@nonet/client';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { useProduct } from '../../data/product.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';

/** The providers that the deployment lets people sign in with; nothing if there are none. */
export function Providers({ next }: { next: string }) {
  const words = useWords();
  const { openId } = useProduct();
  const leave = useMutation({
    mutationFn: async (provider: string) => {
      const { address } = await client.signInWith(provider, next);
      window.location.assign(address);
    },
  });
  if (openId.length === 0) return null;
  const isUnavailable = leave.error instanceof ProblemError && leave.error.problem.code === 'UNAVAILABLE';
  return (
    <Stack gap="sm">
      <Divider label={words.or} />
      {leave.error && (isUnavailable ? <Refused why="unavailable" /> : <ProblemAlert error={leave.error} focus />)}
      {openId.map(({ name, label }) => (
        <Button
          key={name}
          variant="default"
          // The browser is on its way from the answer on.
          loading={(leave.isPending || leave.isSuccess) && leave.variables === name}
          onClick={() => leave.mutate(name)}
        >
          {words.signInWith(label)}
        </Button>
      ))}
    </Stack>
  );
}

/** Why a sign-in at a provider failed (`?refused=`); nothing for unknown reasons. */
export function Refused({ why }: { why: string | undefined }) {
  const { openIdRefused: reasons } = useWords();
  const reason = Object.entries(reasons).find(([name]) => name === why)?.[1];
  if (reason === undefined) return null;
  return (
    <Alert
      role="alert"
      variant="default"
      className="problem"
      icon={<IconAlertTriangle aria-hidden color="var(--mantine-color-error)" />}
    >
      <Text size="sm">{reason}</Text>
    </Alert>
  );
}
