import { Text, Title } from '@mantine/core';
import type { RecordView, ScreenView } from '@nonet/client';
import { useProduct } from '../../data/product.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { useWords } from '../../words/words.ts';
import classes from './record.module.css';

/** The records of a list, as a plain table below the record that it belongs to. */
export function Related({ screen, record }: { screen: ScreenView; record: RecordView }) {
  const words = useWords();
  const { entities } = useProduct();
  return screen.related.map((related) => {
    const entity = entities[related.entity];
    const rows = record[related.field];
    if (!entity || !Array.isArray(rows)) return null;
    const label =
      entities[screen.entity ?? '']?.fields.find((field) => field.name === related.field)?.label ?? entity.plural;
    return (
      <section key={related.field}>
        <Title order={2} className={classes.groupTitle}>
          {label}
        </Title>
        {rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {words.noRows}
          </Text>
        ) : (
          <RecordTable
            caption={label}
            columns={related.columns.map((column) => ({ ...column, sortable: false }))}
            records={rows as RecordView[]}
            entity={entity}
          />
        )}
      </section>
    );
  });
}
