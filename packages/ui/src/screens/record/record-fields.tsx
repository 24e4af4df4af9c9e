import { Title } from '@mantine/core';
import type { RecordView, ScreenView } from '@nonet/client';
import { IconMathFunction } from '@tabler/icons-react';
import { isCutShort, valueAt } from '../../data/columns.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { Why } from '../../parts/why.tsx';
import { useSurroundings } from '../../fields/surroundings.ts';
import classes from './record.module.css';
import { useWords } from '../../words/words.ts';

/** The record's fields by the document's groups. What its reader may not read has no place here at all. */
export function RecordFields({ screen, record }: { screen: ScreenView; record: RecordView }) {
  const { parts } = useSurroundings();
  const words = useWords();
  return screen.groups.map((group) => {
    const shown = group.columns.filter(
      (column) => column.field.kind === 'open' || valueAt(record, column.path.slice(0, 1)) !== undefined,
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
