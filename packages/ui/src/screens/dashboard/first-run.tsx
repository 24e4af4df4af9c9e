import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { IconPlus } from '@tabler/icons-react';
import { useProduct } from '../../data/product.ts';
import { menuOf } from '../../data/routes.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';

const MOST_LINKS = 4;

/** Whether no tile has anything to count yet. */
export function isEmptyDashboard(tiles: readonly TileView[]): boolean {
  const shown = tiles.filter(({ open, late }) => open === null && !late);
  return (
    shown.length > 0 &&
    shown.every(({ groups, value }) => (groups === null ? Number(value ?? 0) === 0 : groups.length === 0))
  );
}

/** Where a product has no records yet, its dashboard leads to what its reader can begin with. */
export function FirstRun() {
  const words = useWords();
  const product = useProduct();
  const forms = menuOf(product).filter(
    ({ kind, entity, actions }) =>
      product.entities[entity ?? '']?.create &&
      (kind === 'form' || (kind === 'list' && actions.some((action) => action.kind === 'create'))),
  );
  // A list whose entity has a form leads there by itself.
  const links = forms.filter(
    ({ kind, entity }) => kind === 'form' || forms.every((other) => other.kind !== 'form' || other.entity !== entity),
  );
  if (links.length === 0) return null;
  return (
    <Paper component="section" withBorder p="md" radius="sm" mb="sm">
      <Title order={2} fz="md" fw={600}>
        {words.firstRun}
      </Title>
      <Text size="sm" c="dimmed" mt={2}>
        {words.firstRunDetail}
      </Text>
      <Group gap="xs" mt="sm">
        {links.slice(0, MOST_LINKS).map((screen, place) => (
          <Button
            key={screen.slug}
            variant={place === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props) => <RouteLink to={screen.route} {...props} />}
          >
            {screen.name}
          </Button>
        ))}
      </Group>
    </Paper>
  );
}
