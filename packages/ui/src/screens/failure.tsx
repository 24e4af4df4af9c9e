import { Button, Stack, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';

/** A fault of the product itself, not of who uses it. */
export function ScreenFailure() {
  const words = useWords();
  return (
    <Stack align="flex-start" role="alert">
      <Text fw={600}>{words.failed}</Text>
      <Text>{words.brokenScreen}</Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        {words.retry}
      </Button>
    </Stack>
  );
}
