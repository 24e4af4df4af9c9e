import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { TileView } from '@nonet/client';
import { useProduct } from '../../data/product.ts';
import { tileAddress } from '../../data/tiles.ts';
import { Bars } from './bars.tsx';
import { type Drawn, OTHERS } from './drawn.ts';
import { largestOf } from './largest.ts';
import { Pie } from './pie.tsx';
import { useFormat } from '../../format/format.ts';
import { useWords } from '../../words/words.ts';
import { withEmptySteps } from './steps.ts';
import { useTileFormat } from './tile-format.ts';

export default function TileChart({ tile }: { tile: TileView }) {
  const format = useTileFormat(tile);
  const product = useProduct();
  const words = useWords();
  const numbers = useFormat();
  const isPie = tile.as === 'pie';
  const [showsAll, setShowsAll] = useState(false);
  const largest = isPie || showsAll ? { groups: tile.groups ?? [], others: tile.others } : largestOf(tile);
  const isShortened = !isPie && largestOf(tile).groups.length < (tile.groups?.length ?? 0);
  const groups = (
    isPie
      ? largest.groups.map((group) => ({ ...group, isEmpty: false }))
      : withEmptySteps({ ...tile, groups: [...largest.groups] })
  ).map(
    (group, place): Drawn => ({
      key: JSON.stringify(group.key),
      label: format.group(group),
      short: format.axisGroup(group, place === 0),
      size: group.value === null ? null : Number(group.value),
      value: format.value(group.value),
      isEmpty: group.isEmpty,
      address: group.isEmpty ? null : tileAddress(product, tile, group.key),
    }),
  );
  const { others } = largest;
  const rest: Drawn[] =
    others === null
      ? []
      : [
          {
            key: OTHERS,
            label: format.others(others.count),
            short: format.others(others.count),
            size: others.value === null ? null : Number(others.value),
            value: format.value(others.value),
            isEmpty: false,
            address: null,
          },
        ];
  if (isPie) return <Pie groups={[...groups, ...rest]} share={format.share} />;
  // Next to the sum of thousands of groups, the other groups would be too small to see; on an axis of time the sum has
  // no place.
  return (
    <>
      {/* A count has no halves. */}
      <Bars groups={groups} line={tile.as === 'line'} whole={tile.valueKind === 'integer'} axis={format.axis} />
      {(rest[0] ?? isShortened) && (
        <Group gap="xs" mt="xs">
          {rest[0] && (
            <Text size="xs" c="dimmed">
              {largest.others?.value === null ? rest[0].label : `${rest[0].label}: ${rest[0].value}`}
            </Text>
          )}
          {isShortened && (
            <Button variant="subtle" size="compact-xs" tabIndex={-1} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? words.showLargest : words.showGroups(numbers.count(tile.groups?.length ?? 0))}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
