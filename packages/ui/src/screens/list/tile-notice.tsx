import { Badge, Button, Group, Text } from '@mantine/core';
import type { ListQuery, ScreenView, TileView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useProduct } from '../../data/product.ts';
import { dashboardQuery } from '../../data/dashboard.ts';
import { keyText } from '../../data/tiles.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import { useTileFormat } from '../dashboard/tile-format.ts';

/** The tile that a list shows the records of, by its clause, and its dashboard. */
export function useTileBehind(clause: string | undefined) {
  for (const dashboard of useProduct().screens) {
    const tile = clause === undefined ? undefined : dashboard.tiles.find((each) => each.clause === clause);
    if (tile) return { name: tile.name, dashboard };
  }
  return null;
}

interface TileNoticeProps {
  tile: NonNullable<ListQuery['tile']>;
  behind: ReturnType<typeof useTileBehind>;
  screen: ScreenView;
  change: (changes: Record<string, string | undefined>) => void;
}

/** Says that a list shows the records behind a tile, and links back. */
export function TileNotice({ tile, behind, screen, change }: TileNoticeProps) {
  const words = useWords();
  const { data } = useQuery({ ...dashboardQuery(behind?.dashboard.slug ?? ''), enabled: behind !== null });
  const answered = data?.tiles.find(({ clause }) => clause === tile.clause);
  return (
    <Group gap="xs" mb="sm">
      {behind && (
        <Text size="sm" c="dimmed">
          {words.tileOf(behind.name, behind.dashboard.name)}
        </Text>
      )}
      {tile.group !== undefined && answered && <GroupBadge tile={answered} group={tile.group} />}
      {behind && (
        <Button
          size="compact-xs"
          variant="default"
          renderRoot={(props) => <RouteLink to={behind.dashboard.route} {...props} />}
        >
          {behind.dashboard.name}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => change({ tile: undefined, 'tile.group': undefined, cursor: undefined })}
      >
        {screen.name}
      </Button>
    </Group>
  );
}

function GroupBadge({ tile, group }: { tile: TileView; group: string }) {
  const words = useWords();
  const format = useTileFormat(tile);
  const found = tile.groups?.find(({ key }) => keyText(key) === group);
  return (
    <Badge variant="default" tt="none" fw={500}>
      {words.tileGroup(found ? format.group(found) : group)}
    </Badge>
  );
}
