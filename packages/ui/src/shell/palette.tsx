import { ActionIcon } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useProduct } from '../data/product.ts';
import { DOCUMENT_ROUTE, menuOf } from '../data/routes.ts';
import { useWords } from '../words/words.ts';

/** ⌘K: any screen by its name. */
export function Palette() {
  const words = useWords();
  const product = useProduct();
  const navigate = useNavigate();
  const screens = menuOf(product).map((screen) => ({
    id: screen.slug,
    label: screen.name,
    description: screen.route,
    to: screen.route,
  }));
  if (product.document)
    screens.push({ id: DOCUMENT_ROUTE, label: words.document, description: '', to: DOCUMENT_ROUTE });
  return (
    <Spotlight
      actions={screens.map(({ to, ...screen }) => ({ ...screen, onClick: () => void navigate({ to }) }))}
      shortcut={['mod + K']}
      nothingFound={words.nothingFound}
      highlightQuery
      searchProps={{
        'aria-label': words.goTo,
        placeholder: words.goTo,
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  );
}

export function PaletteButton() {
  const words = useWords();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      aria-label={words.goTo}
      title="⌘K"
      onClick={spotlight.open}
    >
      <IconSearch size={18} />
    </ActionIcon>
  );
}
