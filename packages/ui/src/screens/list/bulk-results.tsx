import { Button, Group, Stack, Table } from '@mantine/core';
import type { Problem, RecordView } from '@nonet/client';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Dialog } from '../../parts/dialog.tsx';
import { AskWhy } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';

export interface BulkResult {
  readonly record: RecordView;
  /** Why it was refused; null if it is done. */
  readonly problem: Problem | null;
}

/** The outcome of each record. */
export function BulkResults({
  title,
  results,
  onRestore,
  onClose,
}: {
  title: string;
  results: readonly BulkResult[];
  /** Brings back what was deleted just now. */
  onRestore?: ((records: readonly RecordView[]) => void) | undefined;
  onClose: () => void;
}) {
  const words = useWords();
  const done = results.filter(({ problem }) => problem === null).map(({ record }) => record);
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={`${title}: ${words.doneOf(done.length, results.length)}`}
      closeButtonProps={{ 'aria-label': words.closeDialog }}
    >
      <Stack>
        <Table verticalSpacing={4} fz="sm">
          <Table.Tbody>
            {results.map(({ record, problem }) => (
              <Table.Tr key={record.id}>
                <Table.Th scope="row" fw={400} w="45%">
                  {record._title}
                </Table.Th>
                <Table.Td>
                  {problem === null ? (
                    <>
                      <IconCheck size={14} aria-hidden /> {words.resultDone}
                    </>
                  ) : (
                    <>
                      <IconAlertTriangle size={14} color="var(--mantine-color-error)" aria-hidden />{' '}
                      {(problem.errors?.length
                        ? problem.errors
                        : [{ message: problem.detail, clause: problem.clause }]
                      ).map(({ message, clause }) => (
                        <span key={`${clause} ${message}`}>
                          {message} {clause && <AskWhy clause={clause} />}{' '}
                        </span>
                      ))}
                    </>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          {onRestore && done.length > 0 && (
            <Button variant="default" onClick={() => onRestore(done)}>
              {words.restore}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {words.closeDialog}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
