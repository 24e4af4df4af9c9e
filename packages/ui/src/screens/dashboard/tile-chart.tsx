import { Text } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { useProduct } from '../../data/product.ts';
import { tileAddress } from '../../data/tiles.ts';
import { Bars } from './bars.tsx';
import { type Drawn, OTHERS } from './drawn.ts';
import { Pie } from './pie.tsx';
import { withEmptySteps } from './steps.ts';
import { useTileFormat } from './tile-format.ts';

export default function TileChart({ tile }: { tile: TileView }) {
  const format = useTileFormat(tile);
  const product = useProduct();
  const isPie = tile.as === 'pie';
  const groups = (
    isPie ? (tile.groups ?? []).map((group) => ({ ...group, isEmpty: false })) : withEmptySteps(tile)
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
  const { others } = tile;
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
      {rest[0] && (
        <Text size="xs" c="dimmed" mt="xs">
          {`${rest[0].label}: ${rest[0].value}`}
        </Text>
      )}
    </>
  );
}
