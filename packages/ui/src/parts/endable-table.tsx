import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';

interface EndableRow {
  id: string;
  cells: readonly ReactNode[];
  /** The end of the accessible name of the row's button, after the words of the action. */
  name: string;
  /** The text in place of the button; null: the row has a button. */
  instead: string | null;
}

interface EndableTableProps {
  headings: readonly string[];
  rows: readonly EndableRow[];
  /** The words of the action that ends a row. */
  action: string;
  /** Whether a row is being ended now. */
  ending: boolean;
  onEnd: (id: string) => void;
}

/** A person's open sessions or tokens, each row with a button that ends it. */
export function EndableTable({ headings, rows, action, ending, onEnd }: EndableTableProps) {
  return (
    <ScrollFrame minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>{action}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells, name, instead }) => (
            <Table.Tr key={id}>
              {cells.map((cell, place) => (
                <Table.Td key={headings[place]}>{cell}</Table.Td>
              ))}
              <Table.Td>
                {instead === null ? (
                  <Button
                    size="compact-xs"
                    color="red"
                    variant="light"
                    disabled={ending}
                    aria-label={`${action}: ${name}`}
                    onClick={() => onEnd(id)}
                  >
                    {action}
                  </Button>
                ) : (
                  <Text size="sm">{instead}</Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}
