import { Anchor } from '@mantine/core';
import type { TileView } from '@nonet/client';
import type { ReactNode } from 'react';
import { useProduct } from '../../data/product.ts';
import { tileAddress } from '../../data/tiles.ts';
import { RouteLink } from '../../parts/route-link.tsx';

interface TileLinkProps {
  tile: TileView;
  /** The key of one of its groups; all that it counts where it is left out. */
  group?: string | number | boolean | null;
  /** Reads as text until it is pointed at. */
  quiet?: boolean;
  children: ReactNode;
}

/** A number that leads to the records behind it, where this reader may open a list of them. */
export function TileLink({ tile, group, quiet = false, children }: TileLinkProps) {
  const address = tileAddress(useProduct(), tile, group);
  if (address === null) return children;
  return (
    <Anchor
      inherit
      {...(quiet ? { c: 'inherit', underline: 'hover' } : {})}
      renderRoot={(props) => <RouteLink {...address} {...props} />}
    >
      {children}
    </Anchor>
  );
}
