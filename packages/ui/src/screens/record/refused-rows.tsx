import { List } from '@mantine/core';
import { ProblemError, type RecordView, type ScreenView } from '@nonet/client';
import { type RefusedRow, refusedRows } from '../../data/refused-rows.ts';
import { fieldOf, useEntity } from '../../data/product.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import { valueAt } from '../../data/columns.ts';
import { useWords } from '../../words/words.ts';

interface RefusedRowsProps {
  error: unknown;
  screen: ScreenView;
  record: RecordView;
}

/** The rows of the record's lists for which something was refused, by their place and what is in them. */
export function RefusedRows({ error, screen, record }: RefusedRowsProps) {
  const words = useWords();
  const format = useFormat();
  const entity = useEntity(screen.entity);
  const problems = error instanceof ProblemError ? error.errors : [];
  const rows = refusedRows(problems, screen.related, record);
  if (rows.length === 0) return null;
  const textOf = ({ columns, row }: RefusedRow) =>
    columns
      .map(({ path, field }) => formatValue(format, field, valueAt(row, path)))
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <List size="sm" mt={4}>
      {rows.map((each) => (
        <List.Item key={each.row.id}>
          {words.rowOf(fieldOf(entity, each.list)?.label ?? each.list, each.place + 1)}: {textOf(each)}
        </List.Item>
      ))}
    </List>
  );
}
