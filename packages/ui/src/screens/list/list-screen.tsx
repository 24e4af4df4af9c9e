import { Button, Stack, Switch, Text } from '@mantine/core';
import type { PageView, RecordView } from '@nonet/client';
import { IconFilterOff, IconInbox } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useCallback, useMemo, useState } from 'react';
import { projection } from '../../data/columns.ts';
import { activeFilters, apiFilters, pageSizeOf, shownColumns, strayKeys, tileOf } from '../../data/list-state.ts';
import { groupingsOf } from '../../data/groups.ts';
import { lazyPart } from '../../data/load-part.ts';
import { writeOrder } from '../../data/order.ts';
import { arranged } from '../../data/table-layout.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { cellFilters, isStrayReport, reportChanges, reportColumns, reportOf } from '../../data/reports.ts';
import { pathFilters } from '../../data/routes.ts';
import { actionsOfRows } from '../../data/row-actions.ts';
import { useFormat } from '../../format/format.ts';
import { useCellEditing } from '../../parts/cell-editing.ts';
import { SearchContext } from '../../parts/found-text.tsx';
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
import { ScreenTools } from '../../parts/screen-tools.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import { TableSkeleton } from '../skeleton.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ReportButton } from './report-button.tsx';
import { RowKeys } from './row-keys.tsx';
import { GroupMenu } from './group-menu.tsx';
import { hasFoot, ListFoot } from './list-foot.tsx';
import { ListFooter } from './list-footer.tsx';
import { useListPages } from '../../live/use-list-pages.ts';
import { useTableLayout } from '../../parts/use-table-layout.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { Beside } from '../record-panel/beside.tsx';
import { useSelection } from './use-selection.ts';
import { useSummary } from './use-summary.ts';
import { useViews } from './use-views.ts';
import { TileNotice, useTileBehind } from './tile-notice.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { ViewNotice, ViewsMenu } from './views-menu.tsx';

/** Comes with the first record that is selected, and stays for what it then does. */
const BulkActions = lazyPart(() => import('./bulk-actions.tsx'));
/** The table of a list that its reader orders by hand. */
const OrderedTable = lazyPart(() => import('./ordered-table.tsx'));
const GroupedRecords = lazyPart(() => import('./grouped-records.tsx'));
const Report = lazyPart(() => import('./report/report.tsx'));
const ReportNotice = lazyPart(() => import('./report/report-notice.tsx'));
const TreeRecords = lazyPart(() => import('./tree-records.tsx'));

const NONE: readonly RecordView[] = [];

export default function ListScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const { timeZone } = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change, pathname } = useListState();
  const { maximumPageSize: most, timeZone: ownZone } = useProduct().settings;
  const views = useViews(screen, state, change);
  const allColumns = useMemo(() => screen.groups.flatMap((group) => group.columns), [screen]);
  const arrangement = useTableLayout(screen.slug);
  const { layout } = arrangement;
  const columns = useMemo(
    () => arranged(shownColumns(state.fields, allColumns), layout),
    [state.fields, allColumns, layout],
  );
  const groupings = useMemo(() => groupingsOf(columns), [columns]);
  const chosen = groupings.find(({ key }) => key === state.by) ?? null;
  const narrowed = activeFilters(state, screen.filters).length > 0 || Boolean(state.q);
  // The records of a narrowed list may be below others that it has not.
  const grouping = chosen?.isTree && narrowed ? null : chosen;
  const size = pageSizeOf(state, screen, most);
  const rowActions = useMemo(() => actionsOfRows(screen, entity), [screen, entity]);
  const rowEvents = rowActions.flatMap((action) => (action.kind === 'event' ? [action.event] : []));
  const bulk = [...rowEvents, ...rowActions.flatMap(({ kind }) => (kind === 'delete' ? [kind] : []))];
  const restore = screen.actions.find((action) => action.kind === 'restore');
  const exports = screen.actions.some((action) => action.kind === 'export');
  const showsDeleted = restore !== undefined && state.deleted === 'only';
  const tile = tileOf(state);
  const report = showsDeleted ? null : reportOf(state);
  const showsReport = report !== null && report.cell === null;
  const isStray =
    strayKeys(state, screen.filters).length > 0 || (report !== null && isStrayReport(report, reportColumns(screen)));
  const filters = { ...apiFilters(state, screen.filters, timeZone), ...pathFilters(screen, parameters) };
  const query = {
    screen: screen.slug,
    // The API divides the days of the product, whatever zone its reader prefers.
    filters: report === null ? filters : cellFilters(filters, report, screen, ownZone),
    search: state.q,
    order: state.order,
    deleted: showsDeleted,
    tile,
    ...projection(columns),
  };
  // Sorted otherwise, or in groups, no row has a place of its own.
  const byHand = state.order === undefined && !showsDeleted && grouping === null ? screen.byHand : null;
  const fields = [...new Set([...query.fields, ...(byHand ? [byHand.field] : [])])];
  const pages = useListPages(
    entity.path,
    { ...query, fields, cursor: state.cursor, can: showsDeleted ? [] : bulk, count: tile !== undefined },
    size,
    { most, enabled: !views.waiting },
  );
  const { page: data, error, isPending, isPlaceholderData, refetch, live } = pages;
  const by = grouping === null || grouping.isTree ? null : grouping.key;
  const summary = useSummary(entity.path, screen.slug, query, columns, by, data);
  const [inGroups, setInGroups] = useState<ReadonlyMap<string, PageView>>(new Map());
  const behind = useTileBehind(tile?.clause);
  const selection = useSelection(entity, data);
  const edit = showsDeleted ? undefined : rowActions.find(({ kind }) => kind === 'edit');
  const [acts, setActs] = useState(false);
  if (!acts && selection.selected.length > 0) setActs(true);
  const selects = (bulk.length > 0 || exports || edit !== undefined) && !showsDeleted;
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
  const editing = useCellEditing(entity, columns, data?.items ?? NONE, edit !== undefined);
  const panel = useRecordPanel();
  const { open } = panel;
  const openBeside = useCallback(({ id }: RecordView) => open({ path: entity.path, id }), [open, entity]);
  const pagesShown = useMemo(
    () => (grouping ? [...inGroups.values()] : data ? [data] : []),
    [grouping, inGroups, data],
  );
  const beside = useMemo(
    () => pagesShown.flatMap(({ items }) => items.map(({ id }) => ({ path: entity.path, id }))),
    [pagesShown, entity],
  );
  const possible = useMemo(
    () => new Map(pagesShown.flatMap(({ items, can }) => items.map(({ id }, place) => [id, can?.[place] ?? []]))),
    [pagesShown],
  );

  const grouped = {
    screen,
    entity,
    columns,
    query: { ...query, can: bulk },
    onLoaded: (key: string, page: PageView) => setInGroups((before) => new Map(before).set(key, page)),
    order,
    onOrder: (path: string | undefined) => change({ order: path }),
    onOpen: openBeside,
    opened: panel.opened?.id,
    renderActions: rowActions.length > 0 ? renderActions : undefined,
  };

  return (
    <ScreenFrame
      screen={screen}
      title={behind?.name ?? screen.name}
      loaded={!isPending && !isPlaceholderData}
      actions={
        <>
          <ScreenTools>
            <WhyScreen screen={screen} />
            {!tile && <ViewsMenu screen={screen} state={state} pathname={pathname} views={views} change={change} />}
            {!showsDeleted && (
              <ReportButton
                screen={screen}
                shown={showsReport}
                onChange={(asked) => change({ ...reportChanges(asked && (report ?? asked)), panel: undefined })}
              />
            )}
            {groupings.length > 0 && !showsDeleted && !showsReport && (
              <GroupMenu
                groupings={groupings}
                current={chosen}
                onChange={(by) => {
                  setInGroups(new Map());
                  change({ by, cursor: undefined });
                }}
              />
            )}
            {allColumns.length > 1 && !showsReport && (
              <ColumnsMenu
                columns={allColumns}
                shown={columns}
                arrangement={arrangement}
                onChange={(fields) => change({ fields })}
              />
            )}
          </ScreenTools>
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ViewNotice views={views} stray={isStray} />
      {tile && <TileNotice tile={tile} behind={behind} screen={screen} change={change} />}
      {!tile && <ViewTabs pathname={pathname} views={views.views} current={views.current} />}
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
      {report?.cell && (
        <Suspense>
          <ReportNotice screen={screen} entity={entity} query={{ ...query, filters }} report={report} change={change} />
        </Suspense>
      )}
      {showsReport && (
        <Suspense fallback={<TableSkeleton rows={screen.pageSize} />}>
          <Report
            screen={screen}
            entity={entity}
            query={query}
            state={state}
            pathname={pathname}
            report={report}
            page={data}
            exports={exports}
            onChange={(asked) => change(reportChanges(asked))}
          />
        </Suspense>
      )}
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {isPending && !showsReport && <TableSkeleton rows={size === 'all' ? screen.pageSize : size} />}
      {!showsReport && <FreshRows count={live.fresh} onShow={live.showFresh} />}
      {data && data.items.length > 0 && !showsReport && (
        <RecordActionsHost possible={possible}>
          <RowKeys
            entity={entity}
            records={grouping ? pagesShown.flatMap(({ items }) => items) : data.items}
            edit={edit}
            editing={editing}
          />
          <SearchContext value={state.q}>
            {grouping?.isTree ? (
              <Suspense fallback={<TableSkeleton rows={screen.pageSize} />}>
                <TreeRecords {...grouped} grouping={grouping} />
              </Suspense>
            ) : grouping ? (
              <Suspense fallback={<TableSkeleton rows={screen.pageSize} />}>
                <GroupedRecords {...grouped} grouping={grouping} summary={summary} />
              </Suspense>
            ) : (
              <Rows
                ordered={
                  byHand && { screen, unseen: { before: state.cursor !== undefined, behind: data.next !== null } }
                }
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
                selection={selects ? selection : undefined}
                endless={
                  size === 'all' ? { count: data.count ?? data.items.length, fetchMore: pages.fetchMore } : undefined
                }
                renderActions={showsDeleted ? renderRestore : rowActions.length > 0 ? renderActions : undefined}
                foot={
                  // While rows come at the end, a foot below them would be pushed down by each.
                  hasFoot(columns) && !(size === 'all' && data.items.length < (data.count ?? 0)) ? (
                    <ListFoot
                      columns={columns}
                      summary={summary}
                      selects={selects}
                      acts={showsDeleted || rowActions.length > 0 || byHand !== null}
                    />
                  ) : undefined
                }
              />
            )}
          </SearchContext>
        </RecordActionsHost>
      )}
      {data && data.items.length === 0 && !error && !showsReport && (
        <Stack py="xl" gap="sm" align="center" ta="center" c="dimmed">
          {narrowed ? (
            <IconFilterOff size={28} stroke={1.25} aria-hidden />
          ) : (
            <IconInbox size={28} stroke={1.25} aria-hidden />
          )}
          {narrowed ? (
            <>
              <Text size="sm">{words.nothingMatches}</Text>
              <Button variant="default" renderRoot={(props) => <RouteLink to={pathname} {...props} />}>
                {words.clearFilters}
              </Button>
            </>
          ) : screen.open.some((part) => part.part === 'empty') ? (
            <OpenMark clause={`${screen.clause}.empty`} />
          ) : (
            <Text size="sm">{showsDeleted ? words.nothingDeleted : (screen.empty ?? words.empty)}</Text>
          )}
        </Stack>
      )}
      <Beside panel={panel} records={beside} />
      {acts && !showsReport && (
        <Suspense>
          <BulkActions
            entity={entity}
            selection={selection}
            restores={restore !== undefined}
            endless={size === 'all'}
            exported={exports ? { query, name: `${screen.slug}.csv` } : null}
            whole={summary.data ? { query, count: summary.data.count } : null}
            offers={{ events: rowEvents, deletes: bulk.includes('delete'), edits: edit !== undefined }}
          />
        </Suspense>
      )}
      {data && data.items.length > 0 && grouping === null && !showsReport && (
        <ListFooter
          screen={screen}
          page={data}
          count={summary.data?.count}
          size={size}
          state={state}
          pathname={pathname}
          onChange={change}
        />
      )}
    </ScreenFrame>
  );
}

type RowsProps = ComponentProps<typeof RecordTable> & {
  ordered: Pick<ComponentProps<typeof OrderedTable>, 'screen' | 'unseen'> | null;
};

/** The table of the list, with a handle in each row where its reader orders it by hand. */
function Rows({ ordered, ...table }: RowsProps) {
  if (!ordered) return <RecordTable {...table} />;
  return (
    <Suspense fallback={<RecordTable {...table} />}>
      <OrderedTable {...ordered} {...table} />
    </Suspense>
  );
}
