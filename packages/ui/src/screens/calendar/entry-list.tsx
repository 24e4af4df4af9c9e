import type { Entry, Source } from './entries.ts';
import { fieldOf } from '../../data/product.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { RowActions } from '../../parts/row-actions.tsx';

/** The entries of a month as a table for each entity, with their days as the last columns. */
export function EntryList({ caption, entries }: { caption: string; entries: readonly Entry[] }) {
  return [...Map.groupBy(entries, (entry) => entry.source)].map(([source, own]) => (
    <RecordTable
      key={source.entity.name}
      caption={caption}
      columns={[...source.columns.map((column) => ({ ...column, sortable: false })), ...dayColumns(source)]}
      records={own.map((entry) => entry.record)}
      entity={source.entity}
      renderActions={
        source.actions.length > 0
          ? (record) => <RowActions actions={source.actions} entity={source.entity} record={record} />
          : undefined
      }
    />
  ));
}

function dayColumns({ entity, from, to }: Source) {
  return [from, to]
    .flatMap((name) => fieldOf(entity, name ?? '') ?? [])
    .map((field) => ({ path: [field.name], label: field.label, clause: field.clause, field, sortable: false }));
}
