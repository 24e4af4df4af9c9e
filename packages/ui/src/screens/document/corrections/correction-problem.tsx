import { Anchor, Button, ScrollArea, Table, Text, Title } from '@mantine/core';
import type { CorrectionProblemView, CorrectionRecordView } from '@nonet/client';
import { useState } from 'react';
import { useProduct } from '../../../data/product.ts';
import { recordAddress } from '../../../data/routes.ts';
import { FieldValue } from '../../../fields/field-value.tsx';
import { useFormat } from '../../../format/format.ts';
import { EditDialog } from '../../../parts/lazy-dialogs.tsx';
import { RouteLink } from '../../../parts/route-link.tsx';
import { WithCode } from '../../../parts/with-code.tsx';
import { useVersionWords } from '../../../words/version-words.ts';
import classes from './corrections.module.css';

/** The value of a field that no screen of this reader touches. */
function Unshown({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span className="empty-value">–</span>;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The records with one problem of one field, each with its value and the form in which it is corrected. */
export function CorrectionProblem({ problem }: { problem: CorrectionProblemView }) {
  const words = useVersionWords();
  const format = useFormat();
  const { entities } = useProduct();
  const [corrected, setCorrected] = useState<CorrectionRecordView | null>(null);
  const { count, records } = problem;
  const field = entities[problem.entity]?.fields.find(({ name }) => name === problem.field);
  const entityOf = ({ entity }: CorrectionRecordView) => entities[entity];
  const edited = corrected && entityOf(corrected);
  return (
    <section className={classes.section}>
      <Title order={2}>
        <WithCode text={problem.message} />
      </Title>
      {problem.remedy !== null && (
        <Text size="sm" c="dimmed" mb={4}>
          <WithCode text={words.orInDocument(problem.remedy)} />
        </Text>
      )}
      {records.length > 0 && (
        <ScrollArea>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.recordToCorrect}</Table.Th>
                <Table.Th>{field?.label ?? problem.field}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map((record) => {
                const address = recordAddress(entityOf(record), record.id);
                return (
                  <Table.Tr key={`${record.entity} ${record.id}`}>
                    <Table.Td>
                      {address === null ? (
                        record._title
                      ) : (
                        <Anchor component={RouteLink} to={address} size="sm">
                          {record._title}
                        </Anchor>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {field ? (
                        record.entity === problem.entity && <FieldValue dense field={field} value={record.value} />
                      ) : (
                        <Unshown value={record.value} />
                      )}
                    </Table.Td>
                    <Table.Td className={classes.action}>
                      {record.may_change && entityOf(record) ? (
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={words.correctRecord(record._title)}
                          onClick={() => setCorrected(record)}
                        >
                          {words.correct}
                        </Button>
                      ) : (
                        <Text span size="sm" c="dimmed">
                          {words.notYoursToCorrect}
                        </Text>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
      {count > records.length && (
        <Text size="sm" c="dimmed" mt={4}>
          <WithCode text={words.moreToCorrect(format.count(count - records.length), records.length > 0)} />
        </Text>
      )}
      {corrected && edited && <EditDialog entity={edited} record={corrected} onClose={() => setCorrected(null)} />}
    </section>
  );
}
