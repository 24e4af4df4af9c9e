import { Title } from '@mantine/core';
import type { RecordView } from '@nonet/client';
import { fieldOf } from '../../data/product.ts';
import { useFormat } from '../../format/format.ts';
import type { Period } from '../../format/period.ts';
import { EndlessRecords } from '../../parts/endless-records.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { useWords } from '../../words/words.ts';
import { TableSkeleton } from '../skeleton.tsx';
import { columnOf, type Entry, queriesOf, type Source } from './entries.ts';

/** The entries of a month as a table for each entity, with their days as the last columns. */
export function EntryList({ caption, entries }: { caption: string; entries: readonly Entry[] }) {
  return [...Map.groupBy(entries, (entry) => entry.source)].map(([source, own]) => (
    <RecordTable
      key={source.entity.name}
      caption={caption}
      columns={columnsOf(source).map((column) => ({ ...column, sortable: false }))}
      records={own.map((entry) => entry.record)}
      entity={source.entity}
      renderActions={actionsOf(source)}
    />
  ));
}

interface LongEntryListProps {
  caption: string;
  sources: readonly Source[];
  period: Period;
}

/** The list for more entries than one request reads: fetches more when the user scrolls. */
export function LongEntryList({ caption, sources, period }: LongEntryListProps) {
  const words = useWords();
  const format = useFormat();
  const several = sources.length > 1;
  return sources.flatMap((source) =>
    queriesOf(source, period.first, period.last, format.timeZone).map((query) => (
      <EndlessRecords
        key={`${source.entity.name} ${JSON.stringify(query.filters)}`}
        caption={several ? `${caption}, ${source.entity.plural}` : caption}
        entity={source.entity}
        columns={columnsOf(source)}
        query={query}
        renderHeading={(count) =>
          count !== null &&
          count > 0 && (
            <Title order={3} size="h5">
              {several && `${source.entity.plural}: `}
              {words.rowsThere(format.count(count))}
            </Title>
          )
        }
        pending={<TableSkeleton rows={source.query.limit ?? 0} />}
        empty={null}
        renderActions={actionsOf(source)}
      />
    )),
  );
}

/** The parts of an entry that the screen shows, and the values that group and place it. */
function columnsOf(source: Source) {
  const shown = new Set(source.columns.map(({ path }) => path.join('.')));
  const grouping = [source.rows, source.colour].flatMap((field) =>
    field === null || shown.has(field.name) ? [] : [columnOf(field)],
  );
  return [...source.columns, ...grouping, ...dayColumns(source)];
}

function actionsOf({ actions, entity }: Source) {
  return actions.length === 0
    ? undefined
    : (record: RecordView) => <RowActions actions={actions} entity={entity} record={record} />;
}

function dayColumns({ entity, from, to }: Source) {
  return [from, to].flatMap((name) => fieldOf(entity, name ?? '') ?? []).map(columnOf);
}
