import { ActionIcon } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProduct } from '../data/product.ts';
import { DOCUMENT_ROUTE, menuOf } from '../data/routes.ts';
import { useWords } from '../words/words.ts';

/** ⌘K: any screen by its name, and the records of those that can be searched. */
export function Palette() {
  const words = useWords();
  const product = useProduct();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const menu = menuOf(product);
  const screens = menu.map((screen) => ({
    id: screen.slug,
    label: screen.name,
    description: screen.route,
    onClick: () => void navigate({ to: screen.route }),
  }));
  if (product.document) {
    const onClick = () => void navigate({ to: DOCUMENT_ROUTE });
    screens.push({ id: DOCUMENT_ROUTE, label: words.document, description: '', onClick });
  }
  const searches = menu
    .filter((screen) => screen.search && typed !== '')
    .map((screen) => ({
      id: `search ${screen.slug}`,
      label: words.searchIn(typed, screen.name),
      description: screen.route,
      leftSection: <IconSearch size={16} aria-hidden />,
      onClick: () => void navigate({ to: screen.route, search: { q: typed } }),
    }));
  return (
    <Spotlight
      actions={[...screens, ...searches]}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      nothingFound={words.nothingFound}
      highlightQuery
      attributes={{ content: { 'aria-label': words.goTo } }}
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
