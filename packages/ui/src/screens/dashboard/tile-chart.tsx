import type { TileView } from '@nonet/client';
import { useProduct } from '../../data/product.ts';
import { tileAddress } from '../../data/tiles.ts';
import { Bars } from './bars.tsx';
import type { Drawn } from './drawn.ts';
import { Pie } from './pie.tsx';
import { useTileFormat } from './tile-format.ts';

export default function TileChart({ tile }: { tile: TileView }) {
  const format = useTileFormat(tile);
  const product = useProduct();
  const groups = (tile.groups ?? []).map(
    (group): Drawn => ({
      key: String(group.key),
      label: format.group(group),
      size: Number(group.value ?? 0),
      value: format.value(group.value),
      address: tileAddress(product, tile, group.key),
    }),
  );
  if (tile.as === 'pie') return <Pie groups={groups} share={format.share} />;
  // A count has no halves.
  return <Bars groups={groups} line={tile.as === 'line'} whole={tile.valueKind === 'integer'} axis={format.axis} />;
}
