import { Group, Text, Title } from '@mantine/core';
import type { EntityView, FieldView, RecordView, ScreenView } from '@nonet/client';
import { fieldOf, useProduct } from '../../data/product.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { useWords } from '../../words/words.ts';
import classes from './record.module.css';
import { isCutShort, projection } from '../../data/columns.ts';
import { useFormat } from '../../format/format.ts';
import { EndlessRecords } from '../../parts/endless-records.tsx';
import { RowsSkeleton, TableSkeleton } from '../skeleton.tsx';
import { lazy, Suspense } from 'react';

const Discussion = lazy(() => import('./discussion/discussion.tsx'));

type RelatedView = ScreenView['related'][number];

/** The records of each list, as a plain table below the record that it belongs to. */
export function Related({ screen, record }: { screen: ScreenView; record: RecordView }) {
  const { entities } = useProduct();
  return screen.related.map((related) => {
    const entity = entities[related.entity];
    const rows = record[related.field];
    if (!entity || !Array.isArray(rows)) return null;
    const field = fieldOf(entities[screen.entity ?? ''], related.field);
    const list = { related, entity, label: field?.label ?? entity.plural, rows: rows as RecordView[] };
    if (entity.comments)
      return (
        <section key={related.field} aria-label={list.label}>
          <Heading label={list.label} note={null} />
          <Suspense fallback={<RowsSkeleton rows={3} />}>
            <Discussion related={related} entity={entity} record={record} />
          </Suspense>
        </section>
      );
    const isCut = isCutShort(record, [related.field]);
    return (
      <section key={related.field}>
        {isCut && field?.by !== undefined ? (
          <LongList {...list} by={field.by} record={record} />
        ) : (
          <ShortList {...list} isCut={isCut} />
        )}
      </section>
    );
  });
}

interface ListProps {
  related: RelatedView;
  entity: EntityView;
  label: string;
  rows: readonly RecordView[];
}

/** The rows that came with the record; `isCut`: there are more, but no list shows them. */
function ShortList({ related, entity, label, rows, isCut }: ListProps & { isCut: boolean }) {
  const words = useWords();
  const format = useFormat();
  return (
    <>
      <Heading label={label} note={isCut ? words.firstShown(format.count(rows.length)) : null} />
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <RecordTable
          caption={label}
          columns={related.columns.map((column) => ({ ...column, sortable: false }))}
          records={rows}
          entity={entity}
        />
      )}
    </>
  );
}

/**
 * A link to further records than came with the record: its entity's list, narrowed to those that refer to the record.
 */
function LongList({
  related,
  entity,
  label,
  rows,
  by,
  record,
}: ListProps & { by: NonNullable<FieldView['by']>; record: RecordView }) {
  const words = useWords();
  const format = useFormat();
  const query = { filters: { [by]: record.id }, ...projection(related.columns) };
  return (
    <EndlessRecords
      caption={label}
      entity={entity}
      columns={related.columns}
      query={query}
      renderHeading={(count) => (
        <Heading label={label} note={count === null ? null : words.rowsThere(format.count(count))} />
      )}
      pending={<TableSkeleton rows={rows.length} />}
      empty={<Nothing />}
    />
  );
}

function Heading({ label, note }: { label: string; note: string | null }) {
  return (
    <Group justify="space-between" align="baseline" className={classes.groupTitle}>
      <Title order={2}>{label}</Title>
      {note !== null && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Group>
  );
}

function Nothing() {
  const words = useWords();
  return (
    <Text size="sm" c="dimmed">
      {words.noRows}
    </Text>
  );
}
