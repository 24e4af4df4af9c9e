import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import type { EntityView } from '@nonet/client';
import { hasTerms, searchTerms } from '@nonet/language';
import { IconBolt, IconFileText, IconHistory, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isSame, useAtHand } from '../data/at-hand.ts';
import { useProduct } from '../data/product.ts';
import { useTitlesAtHand } from '../data/use-titles-at-hand.ts';
import { canQuery } from '../data/queries.ts';
import { DOCUMENT_ROUTE, menuOf, recordAddress } from '../data/routes.ts';
import { useWords } from '../words/words.ts';
import { RefusalDialog } from '../parts/refusal-dialog.tsx';
import { useRecordActions } from '../parts/use-record-actions.tsx';
import { isMeant, readCommand } from './command.ts';
import { withMarks } from './palette-action.tsx';
import { useFirstSelected } from './use-first-selected.ts';
import { type Found, useFoundRecords } from './use-found-records.ts';

const CreateDialog = lazy(async () => ({ default: (await import('../parts/record-dialog.tsx')).CreateDialog }));

const [store, spotlight] = createSpotlight();
export const openPalette = spotlight.open;

/**
 * Finds screens by name, records by text, what can be created, and the actions on the record that the text means.
 * @param onOpen Called when its field has the focus; answers the text that was typed since the palette was asked for.
 */
export function Palette({ onOpen, onClose }: { readonly onOpen: () => string; readonly onClose: () => void }) {
  const words = useWords();
  const product = useProduct();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [creating, setCreating] = useState<EntityView | null>(null);
  const typed = query.trim();
  const menu = menuOf(product);
  const terms = searchTerms(typed);
  const fits = ({ label = '' }: SpotlightActionData) => hasTerms([label], terms);
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
  // Entities with a form are created there.
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
  const labels = Object.values(product.entities).flatMap(({ events }) => events.map(({ label }) => label));
  const { verb, rest } = readCommand(typed, labels);
  const found = useFoundRecords(rest);
  const meant = found.filter(({ title }) => isMeant(title, rest));
  const recordItem = ({ address, title, entity }: Found): SpotlightActionData => ({
    id: `record ${address}`,
    label: title,
    description: entity.label,
    leftSection: <IconFileText size={16} aria-hidden />,
    onClick: () => void navigate({ to: address }),
  });
  const acting = useRecordActions();
  const [best] = meant;
  const { data: can } = useQuery({
    ...canQuery(best?.entity.path ?? '', best?.record.id ?? ''),
    enabled: best !== undefined,
  });
  const events = (best && can ? best.entity.events : []).filter(
    ({ name, label, creates }) =>
      !creates && can?.events[name]?.may === true && (verb === null || label.toLowerCase() === verb),
  );
  const actions = events.flatMap(({ name, label }): SpotlightActionData[] => {
    if (!best) return [];
    const { entity, record, title } = best;
    const action = { kind: 'event', event: name, label, clause: '' } as const;
    return [
      {
        id: `event ${name} ${record.id}`,
        label: words.eventOn(label, title),
        leftSection: <IconBolt size={16} aria-hidden />,
        onClick: () => acting.run(action, { entity, record, etag: null }),
      },
    ];
  });
  const scheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const { setColorScheme } = useMantineColorScheme();
  const settings: SpotlightActionData[] = [
    {
      id: 'scheme',
      label: scheme === 'dark' ? words.darkMode : words.lightMode,
      onClick: () => setColorScheme(scheme),
    },
  ];
  const searches = menu
    .filter((screen) => screen.search && typed !== '')
    .map((screen) => ({
      id: `search ${screen.slug}`,
      label: words.searchIn(typed, screen.name),
      leftSection: <IconSearch size={16} aria-hidden />,
      onClick: () => void navigate({ to: screen.route, search: { q: typed } }),
    }));
  const acts = { group: words.actions, actions: [...actions, ...(typed === '' ? [] : settings.filter(fits))] };
  const user = product.user?.id ?? null;
  const starred = useAtHand('starred', user);
  const recent = useAtHand('recent', user).filter((record) => !starred.some((each) => isSame(each, record)));
  const atHand = useTitlesAtHand([...starred, ...recent], true)
    .filter(
      ({ title, address }) => fits({ id: address, label: title }) && !found.some((each) => each.address === address),
    )
    .map(
      ({ address, title }): SpotlightActionData => ({
        id: `recent ${address}`,
        label: title,
        leftSection: <IconHistory size={16} aria-hidden />,
        onClick: () => void navigate({ to: address }),
      }),
    );
  const records = { group: words.records, actions: meant.map(recordItem) };
  const others = Map.groupBy(
    found.filter((each) => !meant.includes(each)),
    ({ entity }) => entity,
  );
  const perEntity = [...others].map(([{ plural }, all]) => ({ group: plural, actions: all.map(recordItem) }));
  const groups = [
    // A named event, and the meant record, come first; other results do not move them.
    ...(verb === null ? [] : [acts]),
    records,
    // The records that were open last come first where nothing is asked for, and behind those that a text means.
    ...(typed === '' ? [{ group: words.recent, actions: atHand }] : []),
    { group: words.screens, actions: go.filter(fits) },
    { group: words.toCreate, actions: create.filter(fits) },
    ...(verb === null ? [acts] : []),
    ...perEntity,
    ...(typed === '' ? [] : [{ group: words.recent, actions: atHand }]),
    { group: words.search, actions: searches },
  ];
  const items = groups.flatMap(({ actions: inGroup }) => inGroup.map(({ id }) => id));
  useFirstSelected(store, items.join('\n'));
  return (
    <>
      <Spotlight
        store={store}
        actions={groups.flatMap(({ group, actions }) =>
          actions.length === 0
            ? []
            : [{ group, actions: actions.map((action) => withMarks(action, verb === null ? typed : rest)) }],
        )}
        // Each group is what fits already.
        filter={(_, actions) => actions}
        query={query}
        onQueryChange={setQuery}
        shortcut={null}
        onSpotlightClose={onClose}
        nothingFound={words.nothingFound}
        scrollable
        overlayProps={{ blur: 2 }}
        maxHeight="min(70dvh, 32rem)"
        attributes={{ content: { 'aria-label': words.goTo } }}
        searchProps={{
          'aria-label': words.goTo,
          placeholder: words.goTo,
          leftSection: <IconSearch size={18} aria-hidden />,
          onFocus: () => {
            const before = onOpen();
            if (before === '') return;
            setQuery(before);
            store.updateState((state) => ({ ...state, selected: 0 }));
          },
        }}
      />
      {acting.dialogs}
      {acting.refusal && <RefusalDialog error={acting.refusal} onClose={acting.clear} />}
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
