import { Button, Stack, Text } from '@mantine/core';
import { PartMissing } from '../data/load-part.ts';
import { useWords } from '../words/words.ts';

/** A fault of the product itself, not of who uses it; or its code could not be fetched. */
export function ScreenFailure({ error }: { error: unknown }) {
  const words = useWords();
  const text = error instanceof PartMissing ? words.partMissing : words.brokenScreen;
  return (
    <Stack align="flex-start" role="alert">
      <Text fw={600}>{words.failed}</Text>
      <Text>{text}</Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        {words.retry}
      </Button>
    </Stack>
  );
}
