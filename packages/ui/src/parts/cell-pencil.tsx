import type { ColumnView, EntityView, RecordView } from '@nonet/client';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { canQuery } from '../data/queries.ts';
import { useWords } from '../words/words.ts';
import classes from './record-table.module.css';

interface CellPencilProps {
  entity: EntityView;
  record: RecordView;
  column: ColumnView;
  onPress: () => void;
}

/** Edits the value of a cell. It is there once the product has said that its reader may change this value now. */
export function CellPencil({ entity, record, column, onPress }: CellPencilProps) {
  const words = useWords();
  const { data: can } = useQuery({ ...canQuery(entity.path, record.id), staleTime: 10_000 });
  if (!can?.update.may || !can.fields.includes(column.field.name)) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.pencil}
      aria-label={words.editValue(column.label, record._title)}
      aria-keyshortcuts="F2"
      onClick={onPress}
    >
      <IconPencil size={13} aria-hidden />
    </button>
  );
}
