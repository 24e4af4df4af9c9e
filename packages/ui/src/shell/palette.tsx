import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import type { EntityView } from '@nonet/client';
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useProduct } from '../data/product.ts';
import { DOCUMENT_ROUTE, menuOf, recordAddress } from '../data/routes.ts';
import { useWords } from '../words/words.ts';
import { useFoundRecords } from './use-found-records.ts';

const CreateDialog = lazy(async () => ({ default: (await import('../parts/record-dialog.tsx')).CreateDialog }));

export const openPalette = spotlight.open;

/** Any screen by its name, what can be created, and the records that a text finds. */
export function Palette() {
  const words = useWords();
  const product = useProduct();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState<EntityView | null>(null);
  const typed = query.trim();
  const menu = menuOf(product);
  const fits = ({ label = '' }: SpotlightActionData) => label.toLowerCase().includes(typed.toLowerCase());
  const go: SpotlightActionData[] = menu.map((screen) => ({
    id: screen.slug,
    label: screen.name,
    description: screen.route,
    onClick: () => void navigate({ to: screen.route }),
  }));
  if (product.document) {
    const onClick = () => void navigate({ to: DOCUMENT_ROUTE });
    go.push({ id: DOCUMENT_ROUTE, label: words.document, onClick });
  }
  // Those with a form of their own are reached by it.
  const created = new Set(
    menu.flatMap(({ actions, entity: name }) => {
      const entity = product.entities[name ?? ''];
      const opens = entity?.create && entity.formRoute === null && actions.some(({ kind }) => kind === 'create');
      return opens ? [entity] : [];
    }),
  );
  const create = [...created].map((entity) => ({
    id: `create ${entity.name}`,
    label: words.create(entity.label),
    leftSection: <IconPlus size={16} aria-hidden />,
    onClick: () => setCreating(entity),
  }));
  const records = useFoundRecords(typed).map(({ address, title, list }) => ({
    id: `record ${address}`,
    label: title,
    description: list,
    leftSection: <IconFileText size={16} aria-hidden />,
    onClick: () => void navigate({ to: address }),
  }));
  const searches = menu
    .filter((screen) => screen.search && typed !== '')
    .map((screen) => ({
      id: `search ${screen.slug}`,
      label: words.searchIn(typed, screen.name),
      leftSection: <IconSearch size={16} aria-hidden />,
      onClick: () => void navigate({ to: screen.route, search: { q: typed } }),
    }));
  const groups = [
    { group: words.screens, actions: go.filter(fits) },
    { group: words.toCreate, actions: create.filter(fits) },
    { group: words.search, actions: searches },
    // They come last, and push nothing away.
    { group: words.records, actions: records },
  ];
  return (
    <>
      <Spotlight
        actions={groups.filter(({ actions }) => actions.length > 0)}
        // Each group is what fits already.
        filter={(_, actions) => actions}
        query={query}
        onQueryChange={setQuery}
        shortcut={null}
        nothingFound={words.nothingFound}
        highlightQuery
        scrollable
        overlayProps={{ blur: 2 }}
        maxHeight="min(70dvh, 32rem)"
        attributes={{ content: { 'aria-label': words.goTo } }}
        searchProps={{
          'aria-label': words.goTo,
          placeholder: words.goTo,
          leftSection: <IconSearch size={18} aria-hidden />,
        }}
      />
      {creating && (
        <Suspense>
          <CreateDialog
            entity={creating}
            onClose={() => setCreating(null)}
            onDone={({ id }) => {
              const address = recordAddress(product.entities[creating.name], id);
              if (address) void navigate({ to: address });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
