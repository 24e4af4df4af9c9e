import { Table, Text } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { IconHelpCircle } from '@tabler/icons-react';
import { useWords } from '../../words/words.ts';
import { Why } from '../../parts/why.tsx';

interface ReadersProps {
  document: DocumentView;
  entity: string;
  /** In the form of point 6's rows: `read`, `read payment_reference`, `create`. */
  may: string;
}

/** The roles that may do it, and when, as the document states. */
export function Readers({ document, entity, may }: ReadersProps) {
  const words = useWords();
  const table = document.permissions.find((each) => each.entity === entity);
  const rows = table?.rows.filter((row) => row.may === may) ?? [];
  if (!table || rows.length === 0) return <Text size="sm">{words.whyAsOwner}</Text>;
  if (rows.every((row) => row.cells.every((cell) => !cell || cell.kind === 'no'))) {
    return <Text size="sm">{words.whyNobody}</Text>;
  }
  return (
    <Table verticalSpacing={2} fz="sm">
      <Table.Tbody>
        {rows.flatMap((row) =>
          table.roles.map((role, place) => {
            const cell = row.cells[place];
            if (!cell || cell.kind === 'no') return null;
            return (
              <Table.Tr key={`${row.states?.join(' ')} ${role}`}>
                <Table.Th scope="row" fw={400} w="40%">
                  {role}
                  {row.states && ` (${row.states.join(', ')})`}
                </Table.Th>
                <Table.Td>
                  {cell.kind === 'yes' ? (
                    words.yes
                  ) : cell.kind === 'gap' ? (
                    words.notSpecified
                  ) : (
                    <code>{cell.text}</code>
                  )}
                </Table.Td>
                <Table.Td ta="end">
                  <Why clause={cell.clause}>
                    <IconHelpCircle size={16} aria-hidden />
                  </Why>
                </Table.Td>
              </Table.Tr>
            );
          }),
        )}
      </Table.Tbody>
    </Table>
  );
}
