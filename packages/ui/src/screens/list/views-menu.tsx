import { Alert, Button, Text } from '@mantine/core';
import type { SavedViewView, ScreenView } from '@nonet/client';
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconHome, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../data/client.ts';
import type { ListState } from '../../data/list-state.ts';
import { messageOf } from '../../data/messages.ts';
import { useProduct } from '../../data/product.ts';
import { viewsQuery } from '../../data/queries.ts';
import { addressOf, isView, viewStateOf } from '../../data/view-state.ts';
import { useWrite } from '../../data/writes.ts';
import { useIsShown } from '../../parts/use-is-shown.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import type { useViews } from './use-views.ts';
import { Menu } from '../../parts/overlays.tsx';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

interface ViewsMenuProps {
  screen: ScreenView;
  state: ListState;
  pathname: string;
  views: ReturnType<typeof useViews>;
  change: (changes: Record<string, string | undefined>) => void;
}

/** The saved views of a list as links, and what can be done with the one that is open. */
export function ViewsMenu({
  screen,
  state,
  pathname,
  views: { views, lost, current, error, standard, setStandard },
  change,
}: ViewsMenuProps) {
  const words = useWords();
  const { user } = useProduct();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
  const isShown = useIsShown();
  const update = useWrite({
    mutationFn: (view: SavedViewView) => client.changeView(view.id, { state: viewStateOf(state, screen) }),
    onSuccess: () => {
      notifyDone(words.saved, words);
      return refresh();
    },
  });
  const remove = useWrite({
    mutationFn: (view: SavedViewView) => client.deleteView(view.id),
    onSuccess: async (_, view) => {
      if (view.id === state.view && isShown()) change({ view: undefined });
      notifyDone(words.deleted, words);
      await refresh();
    },
  });
  const refusal = update.error ?? remove.error;
  if (user === null) return null;
  const changed = current !== null && !isView(state, screen, current);
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-label={current === null ? words.views : `${words.views}: ${current.name}`}
            maw="16rem"
          >
            {current?.name ?? words.views}
            {changed && ' *'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {error && <Menu.Label>{messageOf(error, words)}</Menu.Label>}
          <Menu.Item renderRoot={(props) => <RouteLink to={pathname} {...props} />}>{words.withoutView}</Menu.Item>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              renderRoot={(props) => <RouteLink to={pathname} search={addressOf(view)} {...props} />}
              {...(view.id === current?.id ? { fw: 600, 'aria-current': 'true' } : {})}
            >
              {view.name}
              {view.role !== null && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  {view.own ? words.sharedWith(view.role) : words.sharedBy(view.role)}
                </Text>
              )}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {current?.own && changed && (
            <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={() => update.mutate(current)}>
              {words.saveViewChanges(current.name)}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setDialog('new')}>
            {words.saveView}
          </Menu.Item>
          {current && (
            <Menu.Item
              leftSection={<IconHome size={16} aria-hidden />}
              onClick={() => setStandard(standard === current.id ? null : current.id)}
            >
              {standard === current.id ? words.openPlain : words.openWith(current.name)}
            </Menu.Item>
          )}
          {current?.own && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
                {words.editView(current.name)}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => remove.mutate(current)}
              >
                {words.deleteView(current.name)}
              </Menu.Item>
            </>
          )}
          {lost.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Label>{words.lostViews}</Menu.Label>
              {lost.map((view) => (
                <Menu.Item
                  key={view.id}
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  closeMenuOnClick={false}
                  onClick={() => remove.mutate(view)}
                >
                  {words.deleteView(view.name)}
                </Menu.Item>
              ))}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {refusal && (
        <RefusalDialog
          error={refusal}
          onClose={() => {
            update.reset();
            remove.reset();
          }}
        />
      )}
      {dialog && (
        <Suspense>
          <ViewDialog
            screen={screen}
            state={state}
            view={dialog === 'edit' ? current : null}
            onClose={() => setDialog(null)}
            onSaved={(view) => {
              notifyDone(words.saved, words);
              void refresh().then(() => isShown() && change({ view: view.id }));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says that a view, or another part of the address (`stray`), can't be opened completely. */
export function ViewNotice({ views: { current, gone }, stray }: Pick<ViewsMenuProps, 'views'> & { stray: boolean }) {
  const words = useWords();
  if (!gone && !current?.reduced && !stray) return null;
  return (
    <Alert variant="default" mb="sm" py="xs">
      {gone ? words.viewGone : current?.reduced ? words.viewReduced : words.addressReduced}
    </Alert>
  );
}
