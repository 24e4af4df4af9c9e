import { Button, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projection } from '../../data/columns.ts';
import { activeFilters, apiFilters } from '../../data/list-state.ts';
import { useEntity } from '../../data/product.ts';
import { listQuery } from '../../data/queries.ts';
import { pathFilters } from '../../data/routes.ts';
import { useFormat } from '../../format/format.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useWords } from '../../words/words.ts';
import { ListFilters } from '../../parts/list-filters.tsx';
import { RestoreButton } from '../../parts/restore-button.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import type { ScreenProps } from '../screen.ts';
import { RowsSkeleton } from '../skeleton.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { useSelection } from './use-selection.ts';

/** Others' changes show without asking for them, while the page is looked at. */
const FRESH_MILLISECONDS = 15_000;

const ROW_ACTIONS: ReadonlySet<string> = new Set(['edit', 'delete', 'event']);

export default function ListScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const { timeZone } = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change, pathname } = useListState();
  const columns = screen.groups.flatMap((group) => group.columns);
  const rowActions = screen.actions.filter(
    (action) =>
      (ROW_ACTIONS.has(action.kind) && !createsByEvent(action)) || (action.kind === 'create from' && action.perRecord),
  );
  const rowEvents = rowActions.flatMap((action) => (action.kind === 'event' ? [action.event] : []));
  const restore = screen.actions.find((action) => action.kind === 'restore');
  const showsDeleted = restore !== undefined && state.deleted === 'only';
  const query = {
    screen: screen.slug,
    filters: { ...apiFilters(state, screen.filters, timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
    order: state.order,
    deleted: showsDeleted,
    ...projection(columns),
  };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...listQuery(entity.path, {
      ...query,
      cursor: state.cursor,
      limit: screen.pageSize,
      can: showsDeleted ? [] : rowEvents,
    }),
    // A refusal is not asked for again by itself: it would be counted.
    refetchInterval: ({ state: { status } }) => (status === 'error' ? false : FRESH_MILLISECONDS),
  });
  const selection = useSelection(entity, data);
  const narrowed = activeFilters(state, screen.filters).length > 0 || Boolean(state.q);
  const [stated] = screen.order;
  const order = state.order ?? (stated && `${stated.descending ? '-' : ''}${stated.path.join('.')}`);
  const possible = new Map(data?.items.map((record, place) => [record.id, data.can?.[place] ?? []]));

  function createsByEvent(action: (typeof screen.actions)[number]): boolean {
    return action.kind === 'event' && (entity.events.find((event) => event.name === action.event)?.creates ?? false);
  }

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={!isPending && !isPlaceholderData}
      actions={<ScreenActions screen={screen} entity={entity} exportQuery={query} />}
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      {restore && (
        <Switch
          mb="sm"
          label={words.showDeleted}
          checked={showsDeleted}
          onChange={({ currentTarget }) =>
            change({ deleted: currentTarget.checked ? 'only' : undefined, cursor: undefined })
          }
        />
      )}
      <BulkActions entity={entity} selected={selection.selected} events={selection.events} onClear={selection.clear} />
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton />}
      {data && data.items.length > 0 && (
        <RecordTable
          caption={screen.name}
          columns={columns}
          records={data.items}
          entity={showsDeleted ? { ...entity, recordRoute: null } : entity}
          order={order}
          onOrder={(path) => change({ order: path, cursor: undefined })}
          busy={isPlaceholderData}
          selection={rowEvents.length > 0 && !showsDeleted ? selection : undefined}
          renderActions={
            showsDeleted
              ? (record) => <RestoreButton action={restore} entity={entity} record={record} />
              : rowActions.length > 0
                ? (record) => (
                    <RowActions
                      actions={rowActions}
                      entity={entity}
                      record={record}
                      possible={possible.get(record.id) ?? []}
                    />
                  )
                : undefined
          }
        />
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
      {data && (state.cursor || data.next) && (
        <Group justify="flex-end" mt="sm">
          {state.cursor && (
            <Button
              variant="default"
              renderRoot={(props) => <RouteLink to={pathname} search={without(state, 'cursor')} {...props} />}
            >
              {words.firstPage}
            </Button>
          )}
          {data.next && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <RouteLink to={pathname} search={{ ...state, cursor: data.next ?? '' }} {...props} />
              )}
            >
              {words.nextPage}
            </Button>
          )}
        </Group>
      )}
    </ScreenFrame>
  );
}

function without(state: Readonly<Record<string, string>>, key: string): Record<string, string> {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name !== key));
}
