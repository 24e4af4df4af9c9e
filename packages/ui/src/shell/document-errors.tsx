import { Button, Code, Group, Portal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { notifyRefused } from '../parts/notify.tsx';
import { WithCode } from '../parts/with-code.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';
import type { DevFailure } from './use-dev-events.ts';

type Diagnostic = Extract<DevFailure, { kind: 'errors' }>['diagnostics'][number];

/** Why the document that was just saved is not the product, over the one that still runs. */
export function DocumentErrors({ failure, onHide }: { failure: DevFailure; onHide: () => void }) {
  const words = useWords();
  return (
    <Portal>
      <section className={classes.errors} role="alert">
        <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
          <Text fw={600}>
            {failure.kind === 'errors' && `${words.documentErrors(failure.diagnostics.length)}. `}
            {words.formerRuns}
          </Text>
          <Button variant="default" size="compact-sm" flex="none" onClick={onHide}>
            {words.hide}
          </Button>
        </Group>
        {failure.kind === 'refused' ? (
          <>
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              <WithCode text={failure.message} />
            </Text>
            {failure.offers.length > 0 && <Offers offers={failure.offers} />}
          </>
        ) : (
          <Stack gap="sm">
            {failure.diagnostics.map((each) => (
              <div key={`${each.file}:${each.line}:${each.column}:${each.code}`}>
                <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                  <Code>{each.code}</Code> {each.message}
                </Text>
                <Text size="xs" c="dimmed">
                  {each.file}:{each.line}:{each.column}
                </Text>
                {each.excerpt !== '' && <Excerpt diagnostic={each} />}
              </div>
            ))}
          </Stack>
        )}
      </section>
    </Portal>
  );
}

/** The words that would let the document be put to use: a click writes them into it. */
function Offers({ offers }: { offers: readonly string[] }) {
  const words = useWords();
  const write = useMutation({
    mutationFn: (offer: string) => client.chooseOffer(offer),
    onError: (error) => notifyRefused(messageOf(error, words), words.writeIntoDocument, words),
  });
  return (
    <Stack gap={6} mt="sm" align="flex-start">
      <Text size="sm" fw={600}>
        {words.writeIntoDocument}
      </Text>
      {offers.map((offer) => (
        <Button
          key={offer}
          variant="default"
          h="auto"
          mih={30}
          py={4}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          loading={write.isPending && write.variables === offer}
          onClick={() => write.mutate(offer)}
        >
          <span>
            <WithCode text={offer} />
          </span>
        </Button>
      ))}
    </Stack>
  );
}

/** The line, with the part that is meant. */
function Excerpt({ diagnostic: { excerpt, column, endColumn } }: { diagnostic: Diagnostic }) {
  // Columns count code points.
  const characters = Array.from(excerpt);
  const end = endColumn === null ? characters.length : endColumn - 1;
  return (
    <Code block>
      {characters.slice(0, column - 1).join('')}
      <mark>{characters.slice(column - 1, end).join('')}</mark>
      {characters.slice(end).join('')}
    </Code>
  );
}
