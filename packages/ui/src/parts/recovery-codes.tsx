import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useLaterWords } from '../words/later-words.ts';

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const words = useLaterWords();
  return (
    <Alert variant="default" title={words.recoveryCodes}>
      <Stack gap="sm">
        <Text size="sm">{words.recoveryCodesIntro}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} verticalSpacing={6}>
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onKept}>{words.codesKept}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
