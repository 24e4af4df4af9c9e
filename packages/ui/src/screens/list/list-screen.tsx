import { Button, Group, Switch, Text } from '@mantine/core';
import type { RecordView } from '@nonet/client';
import { useCallback, useMemo } from 'react';
import { projection } from '../../data/columns.ts';
import { activeFilters, apiFilters, pageSizeOf, shownColumns, strayKeys, tileOf } from '../../data/list-state.ts';
import { writeOrder } from '../../data/order.ts';
import { arranged } from '../../data/table-layout.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { pathFilters } from '../../data/routes.ts';
import { actionsOfRows } from '../../data/row-actions.ts';
import { useFormat } from '../../format/format.ts';
import { useCellEditing } from '../../parts/cell-editing.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../parts/record-actions-host.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useWords } from '../../words/words.ts';
import { FreshRows } from '../../parts/fresh-rows.tsx';
import { ListFilters } from '../../parts/filters/list-filters.tsx';
import { RestoreButton } from '../../parts/restore-button.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import { TableSkeleton } from '../skeleton.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { RowKeys } from './row-keys.tsx';
import { ListFooter } from './list-footer.tsx';
import { useListPages } from '../../live/use-list-pages.ts';
import { useTableLayout } from '../../parts/use-table-layout.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { Beside } from '../record-panel/beside.tsx';
import { useSelection } from './use-selection.ts';
import { useViews } from './use-views.ts';
import { TileNotice, useTileBehind } from './tile-notice.tsx';
import { ViewNotice, ViewsMenu } from './views-menu.tsx';

const NONE: readonly RecordView[] = [];

export default function ListScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const { timeZone } = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change, pathname } = useListState();
  const { maximumPageSize: most } = useProduct().settings;
  const views = useViews(screen, state, change);
  const allColumns = useMemo(() => screen.groups.flatMap((group) => group.columns), [screen]);
  const arrangement = useTableLayout(screen.slug);
  const { layout } = arrangement;
  const columns = useMemo(
    () => arranged(shownColumns(state.fields, allColumns), layout),
    [state.fields, allColumns, layout],
  );
  const size = pageSizeOf(state, screen, most);
  const rowActions = useMemo(() => actionsOfRows(screen, entity), [screen, entity]);
  const rowEvents = rowActions.flatMap((action) => (action.kind === 'event' ? [action.event] : []));
  const bulk = [...rowEvents, ...rowActions.flatMap(({ kind }) => (kind === 'delete' ? [kind] : []))];
  const restore = screen.actions.find((action) => action.kind === 'restore');
  const exports = screen.actions.some((action) => action.kind === 'export');
  const showsDeleted = restore !== undefined && state.deleted === 'only';
  const tile = tileOf(state);
  const query = {
    screen: screen.slug,
    filters: { ...apiFilters(state, screen.filters, timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
    order: state.order,
    deleted: showsDeleted,
    tile,
    ...projection(columns),
  };
  const pages = useListPages(
    entity.path,
    { ...query, cursor: state.cursor, can: showsDeleted ? [] : bulk, count: tile !== undefined },
    size,
    { most, enabled: !views.waiting },
  );
  const { page: data, error, isPending, isPlaceholderData, refetch, live } = pages;
  const behind = useTileBehind(tile?.clause);
  const selection = useSelection(entity, data);
  const narrowed = activeFilters(state, screen.filters).length > 0 || Boolean(state.q);
  const order =
    state.order ?? writeOrder(screen.order.map(({ path, descending }) => ({ path: path.join('.'), descending })));
  // Each one and the same, so that no row is drawn again for it.
  const renderActions = useCallback(
    (record: RecordView) => <RowActions actions={rowActions} entity={entity} record={record} />,
    [rowActions, entity],
  );
  const renderRestore = useCallback(
    (record: RecordView) => restore && <RestoreButton action={restore} entity={entity} record={record} />,
    [restore, entity],
  );
  const edit = showsDeleted ? undefined : rowActions.find(({ kind }) => kind === 'edit');
  const editing = useCellEditing(entity, columns, data?.items ?? NONE, edit !== undefined);
  const panel = useRecordPanel();
  const { open } = panel;
  const openBeside = useCallback(({ id }: RecordView) => open({ path: entity.path, id }), [open, entity]);
  const beside = useMemo(() => data?.items.map(({ id }) => ({ path: entity.path, id })), [data, entity]);
  const possible = useMemo(() => new Map(data?.items.map(({ id }, place) => [id, data.can?.[place] ?? []])), [data]);

  return (
    <ScreenFrame
      screen={screen}
      title={behind?.name ?? screen.name}
      loaded={!isPending && !isPlaceholderData}
      actions={
        <>
          <WhyScreen screen={screen} />
          {!tile && <ViewsMenu screen={screen} state={state} pathname={pathname} views={views} change={change} />}
          {allColumns.length > 1 && (
            <ColumnsMenu
              columns={allColumns}
              shown={columns}
              arrangement={arrangement}
              onChange={(fields) => change({ fields })}
            />
          )}
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ViewNotice views={views} stray={strayKeys(state, screen.filters).length > 0} />
      {tile && <TileNotice tile={tile} behind={behind} screen={screen} change={change} />}
      <ListFilters screen={screen} state={state} onChange={change} />
      {restore && (
        <Switch
          mb="sm"
          data-clause={restore.clause}
          label={words.showDeleted}
          checked={showsDeleted}
          onChange={({ currentTarget }) =>
            change({ deleted: currentTarget.checked ? 'only' : undefined, cursor: undefined })
          }
        />
      )}
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton rows={size === 'all' ? screen.pageSize : size} />}
      <FreshRows count={live.fresh} onShow={live.showFresh} />
      {data && data.items.length > 0 && (
        <RecordActionsHost possible={possible}>
          <RowKeys entity={entity} records={data.items} edit={edit} editing={editing} />
          <RecordTable
            caption={screen.name}
            columns={columns}
            records={data.items}
            entity={showsDeleted ? { ...entity, recordRoute: null } : entity}
            order={order}
            onOrder={(path) => change({ order: path, cursor: undefined })}
            busy={isPlaceholderData}
            arrangement={arrangement}
            onOpen={showsDeleted ? undefined : openBeside}
            opened={panel.opened?.id}
            gone={live.gone}
            editing={editing}
            selection={(bulk.length > 0 || exports) && !showsDeleted ? selection : undefined}
            endless={
              size === 'all' ? { count: data.count ?? data.items.length, fetchMore: pages.fetchMore } : undefined
            }
            renderActions={showsDeleted ? renderRestore : rowActions.length > 0 ? renderActions : undefined}
          />
        </RecordActionsHost>
      )}
      {data && data.items.length === 0 && !error && (
        <Group py="xl" justify="center">
          {narrowed ? (
            <>
              <Text>{words.nothingMatches}</Text>
              <Button variant="default" renderRoot={(props) => <RouteLink to={pathname} {...props} />}>
                {words.clearFilters}
              </Button>
            </>
          ) : screen.open.some((part) => part.part === 'empty') ? (
            <OpenMark clause={`${screen.clause}.empty`} />
          ) : (
            <Text>{showsDeleted ? words.nothingDeleted : (screen.empty ?? words.empty)}</Text>
          )}
        </Group>
      )}
      <Beside panel={panel} records={beside} />
      <BulkActions
        entity={entity}
        selection={selection}
        restores={restore !== undefined}
        endless={size === 'all'}
        exported={exports ? { query, name: `${screen.slug}.csv` } : null}
      />
      {data && data.items.length > 0 && (
        <ListFooter screen={screen} page={data} size={size} state={state} pathname={pathname} onChange={change} />
      )}
    </ScreenFrame>
  );
}
