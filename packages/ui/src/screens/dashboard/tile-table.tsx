import { Table } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import { TileLink } from './tile-link.tsx';
import { useTileFormat } from './tile-format.ts';

/** The groups of a tile with their values. `plain`: without links, for screen readers only. */
export function TileTable({ tile, plain = false }: { tile: TileView; plain?: boolean }) {
  const words = useWords();
  const format = useTileFormat(tile);
  return (
    <Table verticalSpacing={4}>
      <caption className="visually-hidden">{tile.name}</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words.group}</Table.Th>
          <Table.Th scope="col" ta="end">
            {words.value}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tile.groups?.map((group) => (
          <Table.Tr key={String(group.key)}>
            <Table.Th scope="row" fw={400}>
              {plain ? (
                format.group(group)
              ) : (
                <TileLink tile={tile} group={group.key}>
                  {format.group(group)}
                </TileLink>
              )}
            </Table.Th>
            <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {format.value(group.value)}
            </Table.Td>
          </Table.Tr>
        ))}
        {tile.others && (
          <Table.Tr>
            <Table.Th scope="row" fw={400} c="dimmed">
              {format.others(tile.others.count)}
            </Table.Th>
            <Table.Td ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {format.value(tile.others.value)}
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}
