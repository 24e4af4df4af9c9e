import { Table } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import { ClauseLink } from './clause-link.tsx';
import classes from './document.module.css';
import { ScrollFrame } from '../../parts/scroll-frame.tsx';

type PermissionTable = DocumentView['permissions'][number];

/** The permissions of one entity: a row for each action, a column for each role. */
export function PermissionMatrix({ table }: { table: PermissionTable }) {
  const words = useWords();
  return (
    <ScrollFrame className={classes.frame}>
      <Table
        verticalSpacing={4}
        horizontalSpacing="sm"
        fz="sm"
        withTableBorder
        withColumnBorders
        className={classes.matrix ?? ''}
      >
        <Table.Caption className="visually-hidden">{words.permissionsOf(table.entity)}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.may}</Table.Th>
            {table.roles.map((role) => (
              <Table.Th key={role} scope="col">
                {role}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row) => (
            <Table.Tr key={`${row.may} ${row.states?.join(' ')}`}>
              <Table.Th scope="row" fw={500}>
                {row.may}
                {row.states && ` (${row.states.join(', ')})`}
              </Table.Th>
              {row.cells.map((cell, place) => (
                <Table.Td key={table.roles[place]} data-cell={cell?.kind ?? 'none'}>
                  {cell && (
                    <ClauseLink clause={cell.clause}>
                      <CellText cell={cell} />
                    </ClauseLink>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}

function CellText({ cell }: { cell: NonNullable<PermissionTable['rows'][number]['cells'][number]> }) {
  const words = useWords();
  switch (cell.kind) {
    case 'yes':
      return words.yes;
    case 'no':
      return words.no;
    case 'gap':
      return words.notSpecified;
    case 'as':
    case 'when':
      return <code>{cell.text}</code>;
  }
}
