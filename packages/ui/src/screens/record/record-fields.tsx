import { Title } from '@mantine/core';
import type { ColumnView, RecordView, ScreenView } from '@nonet/client';
import { IconMathFunction } from '@tabler/icons-react';
import { isCutShort, valueAt } from '../../data/columns.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { Why } from '../../parts/why.tsx';
import { useFieldEnvironment } from '../../fields/field-environment.ts';
import classes from './record.module.css';
import { useWords } from '../../words/words.ts';

interface RecordFieldsProps {
  screen: ScreenView;
  record: RecordView;
  /** The columns that the head of the screen shows already. */
  left: ReadonlySet<ColumnView>;
}

/** The record's fields in the document's groups, without fields that its reader may not read. */
export function RecordFields({ screen, record, left }: RecordFieldsProps) {
  const { parts } = useFieldEnvironment();
  const words = useWords();
  return screen.groups.map((group) => {
    const shown = group.columns.filter(
      (column) =>
        !left.has(column) && (column.field.kind === 'open' || valueAt(record, column.path.slice(0, 1)) !== undefined),
    );
    if (shown.length === 0) return null;
    return (
      <section key={group.label ?? ''}>
        {group.label !== null && (
          <Title order={2} className={classes.groupTitle}>
            {group.label}
          </Title>
        )}
        <dl className={classes.fields}>
          {shown.map((column) => (
            <div
              key={column.path.join('.')}
              data-clause={column.clause}
              data-wide={parts(column.field.kind).wide || undefined}
            >
              <dt title={column.field.meaning || undefined}>
                {column.label}
                {column.field.computed && (
                  <Why clause={column.field.clause}>
                    <IconMathFunction size={14} className={classes.computed} aria-hidden />
                  </Why>
                )}
              </dt>
              <dd>
                <FieldValue field={column.field} value={valueAt(record, column.path) ?? null} />
                {isCutShort(record, column.path) && ` ${words.andMore}`}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
