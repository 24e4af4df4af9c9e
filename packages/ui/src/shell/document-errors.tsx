import { Button, Code, Group, Portal, Stack, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';
import type { DevDiagnostic } from './use-dev-events.ts';

/** What is wrong with the document that was just saved, over the product that still runs the former one. */
export function DocumentErrors({ diagnostics, onHide }: { diagnostics: readonly DevDiagnostic[]; onHide: () => void }) {
  const words = useWords();
  return (
    <Portal>
      <section className={classes.errors} role="alert">
        <Group justify="space-between" mb="xs">
          <Text fw={600}>
            {words.documentErrors(diagnostics.length)}{' '}
            <Text span c="dimmed" size="sm">
              {words.formerRuns}
            </Text>
          </Text>
          <Button variant="default" size="compact-sm" onClick={onHide}>
            {words.hide}
          </Button>
        </Group>
        <Stack gap="sm">
          {diagnostics.map((each) => (
            <div key={`${each.file}:${each.line}:${each.column}:${each.code}`}>
              <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                <Code>{each.code}</Code> {each.message}
              </Text>
              <Text size="xs" c="dimmed">
                {each.file}:{each.line}:{each.column}
              </Text>
              {each.excerpt !== '' && <Code block>{each.excerpt}</Code>}
            </div>
          ))}
        </Stack>
      </section>
    </Portal>
  );
}
