import { Button, Text } from '@mantine/core';
import { listAddress } from '@nonet/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { projection } from '../../data/columns.ts';
import { apiFilters } from '../../data/list-state.ts';
import { fieldOf, useEntity, useProduct } from '../../data/product.ts';
import { pagesQuery } from '../../data/queries.ts';
import { pathFilters } from '../../data/routes.ts';
import { actionsOfRows } from '../../data/row-actions.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { useFormat } from '../../format/format.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { ListFilters } from '../../parts/filters/list-filters.tsx';
import { openingOf } from '../../parts/opening.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../parts/record-actions-host.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { useWords } from '../../words/words.ts';
import { Beside } from '../record-panel/beside.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import classes from './gallery.module.css';
import { GallerySkeleton } from './gallery-skeleton.tsx';
import { Tile } from './tile.tsx';

/** Records by their pictures: a page of them, and more when they are asked for. */
export default function GalleryScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const format = useFormat();
  const entity = useEntity(screen.entity);
  const { settings } = useProduct();
  const { state, change } = useListState();
  const picture = fieldOf(entity, screen.gallery?.field ?? '');
  const columns = screen.groups.flatMap((group) => group.columns);
  const shown = projection(columns);
  const query = {
    screen: screen.slug,
    filters: { ...apiFilters(state, screen.filters, format.timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
    fields: [...new Set([...shown.fields, ...(picture ? [picture.name] : [])])],
    expand: shown.expand,
    limit: Math.min(screen.pageSize, settings.maximumPageSize),
  };
  const pages = pagesQuery(entity.path, { ...query, count: true });
  const asked = useInfiniteQuery({ ...pages, placeholderData: keepPreviousData });
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = asked;
  const { error, isPending } = useStandingError(asked);
  useLiveRefresh(
    [listAddress(entity.path, query)],
    { error, queryKey: pages.queryKey },
    (_place, page) => JSON.stringify(page.items) === JSON.stringify(data?.pages[0]?.items),
  );
  const records = data?.pages.flatMap((page) => page.items) ?? [];
  const count = data?.pages[0]?.count ?? records.length;
  const actions = actionsOfRows(screen, entity);
  const panel = useRecordPanel();
  const handlers = entity.recordRoute === null ? {} : openingOf((id) => panel.open({ path: entity.path, id }), false);

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={!isPending && !isPlaceholderData}
      actions={
        <>
          <WhyScreen screen={screen} />
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      {!picture && <OpenMark clause={`${screen.clause}.kind`} />}
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {isPending && !error && <GallerySkeleton tiles={screen.pageSize} />}
      <RecordActionsHost>
        {records.length > 0 && (
          <ul
            className={classes.gallery}
            aria-label={screen.name}
            data-opens={entity.recordRoute !== null || undefined}
            {...handlers}
          >
            {records.map((record) => (
              <Tile
                key={record.id}
                record={record}
                entity={entity}
                picture={picture}
                columns={columns}
                actions={actions}
              />
            ))}
          </ul>
        )}
      </RecordActionsHost>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.showMore}
        </Button>
      )}
      {records.length > 0 && (
        <Text c="dimmed" size="sm" mt="sm">
          {words.rowsThere(format.count(count))}
        </Text>
      )}
      {data && records.length === 0 && <Text py="md">{screen.empty ?? words.empty}</Text>}
      <Beside panel={panel} records={records.map(({ id }) => ({ path: entity.path, id }))} />
    </ScreenFrame>
  );
}
