import { Table } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import { useTileFormat } from './tile-format.ts';

export function TileTable({ tile }: { tile: TileView }) {
  const words = useWords();
  const format = useTileFormat(tile);
  return (
    <Table verticalSpacing={4}>
      <caption className="visually-hidden">{tile.name}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words.group}</Table.Th>
          <Table.Th scope="col" ta="right">
            {words.value}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tile.groups?.map((group) => (
          <Table.Tr key={String(group.key)}>
            <Table.Th scope="row" fw={400}>
              {format.group(group)}
            </Table.Th>
            <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {format.value(group.value)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
