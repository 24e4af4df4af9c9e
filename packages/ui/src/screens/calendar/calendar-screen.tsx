import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiFilters } from '../../data/list-state.ts';
import { fieldOf, useEntity } from '../../data/product.ts';
import { pathFilters } from '../../data/routes.ts';
import { useFormat } from '../../format/format.ts';
import { addMonths, firstDayOfWeek, monthOf } from '../../format/month.ts';
import { todayIn } from '../../format/zone.ts';
import { ListFilters } from '../../parts/list-filters.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useWords } from '../../words/words.ts';
import type { ScreenProps } from '../screen.ts';
import { RowsSkeleton } from '../skeleton.tsx';
import { readEntries } from './entries.ts';
import { MonthGrid } from './month-grid.tsx';

export default function CalendarScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const format = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change } = useListState();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const today = todayIn(format.timeZone);
  const name = /^\d{4}-(0[1-9]|1[0-2])$/.test(state.month ?? '') ? (state.month ?? '') : today.slice(0, 7);
  const month = monthOf(name, firstDayOfWeek(format.locale));
  const view = state.view ?? (narrow ? 'list' : 'month');
  const first = view === 'list' ? month.first : (month.weeks[0]?.[0] ?? month.first);
  const last = view === 'list' ? month.last : (month.weeks.at(-1)?.at(-1) ?? month.last);
  const kind = fieldOf(entity, screen.calendar?.from ?? '')?.kind ?? 'date';
  const mayBeOpen = fieldOf(entity, screen.calendar?.to ?? '')?.required === false;
  const asked = {
    filters: { ...apiFilters(state, screen.filters, format.timeZone), ...pathFilters(screen, parameters) },
    search: state.q,
  };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', entity.path, 'calendar', screen.slug, asked, first, last],
    queryFn: ({ signal }) =>
      readEntries(entity.path, screen, asked, kind, mayBeOpen, first, last, format.timeZone, signal),
  });
  const columns = screen.groups.flatMap((group) => group.columns);
  const dates = [screen.calendar?.from, screen.calendar?.to]
    .flatMap((field) => fieldOf(entity, field ?? '') ?? [])
    .map((field) => ({ path: [field.name], label: field.label, clause: field.clause, field, sortable: false }));

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={!isPending}
      actions={<ScreenActions screen={screen} entity={entity} exportQuery={{ screen: screen.slug, ...asked }} />}
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      <Group justify="space-between" mb="sm">
        <Group gap={4}>
          <ActionIcon
            variant="default"
            aria-label={words.previousMonth}
            onClick={() => change({ month: addMonths(name, -1) })}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.nextMonth}
            onClick={() => change({ month: addMonths(name, 1) })}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          <Button variant="default" size="compact-sm" onClick={() => change({ month: undefined })}>
            {words.today}
          </Button>
          <Text component="h2" fw={600} ml="xs" aria-live="polite">
            {format.month(name)}
          </Text>
        </Group>
        <SegmentedControl
          size="xs"
          aria-label={words.calendarView}
          value={view}
          onChange={(chosen) => change({ view: chosen })}
          data={[
            { value: 'month', label: words.month },
            { value: 'list', label: words.list },
          ]}
        />
      </Group>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton />}
      {data && view === 'month' && (
        <MonthGrid
          caption={`${screen.name}, ${format.month(name)}`}
          month={month}
          today={today}
          entries={data.entries}
          columns={columns}
          entity={entity}
        />
      )}
      {data && view === 'list' && data.entries.length > 0 && (
        <RecordTable
          caption={`${screen.name}, ${format.month(name)}`}
          columns={[...columns.map((column) => ({ ...column, sortable: false })), ...dates]}
          records={data.entries.map((entry) => entry.record)}
          entity={entity}
        />
      )}
      {data && view === 'list' && data.entries.length === 0 && <Text py="md">{screen.empty ?? words.empty}</Text>}
      {data && !data.complete && <Text c="dimmed">…</Text>}
    </ScreenFrame>
  );
}
