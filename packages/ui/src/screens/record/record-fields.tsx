import { Title } from '@mantine/core';
import type { CanView, ColumnView, EntityView, ScreenView } from '@nonet/client';
import { IconMathFunction, IconPencil } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { isCutShort, valueAt } from '../../data/columns.ts';
import { editableFields } from '../../data/editable.ts';
import { lazyPart } from '../../data/load-part.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import type { Version } from '../../parts/use-record-draft.ts';
import type { Leaving } from '../../parts/value-editor.tsx';
import { Why } from '../../parts/why.tsx';
import { useFieldEnvironment } from '../../fields/field-environment.ts';
import classes from './record.module.css';
import { useWords } from '../../words/words.ts';

const ValueEditor = lazyPart(() => import('../../parts/value-editor.tsx'));

interface RecordFieldsProps {
  screen: ScreenView;
  entity: EntityView;
  version: Version;
  /** The actions that this reader may do to it now; null where the screen edits nothing. */
  can: CanView | null;
  /** The columns that the head of the screen shows already. */
  left: ReadonlySet<ColumnView>;
}

/**
 * The record's fields in the document's groups, without fields that its reader may not read. Those that they may change
 * now are edited in their place.
 */
export function RecordFields({ screen, entity, version, can, left }: RecordFieldsProps) {
  const { record } = version;
  const [edited, setEdited] = useState<{ readonly name: string; readonly version: Version } | null>(null);
  const columns = useMemo(() => screen.groups.flatMap((group) => group.columns), [screen]);
  const editable = useMemo(() => {
    if (!can?.update.may) return [];
    const names = editableFields(entity, { long: true });
    return columns.flatMap(({ path: [name = '', ...further], field }) =>
      further.length === 0 && names.has(name) && can.fields.includes(name) && !(field.kind === 'open') ? [name] : [],
    );
  }, [can, columns, entity]);

  function leave(to: Leaving) {
    if (edited === null) return;
    const step = to === 'next' ? 1 : to === 'previous' ? -1 : 0;
    const next = step === 0 ? undefined : editable[editable.indexOf(edited.name) + step];
    setEdited(next === undefined ? null : { name: next, version });
    if (to === 'back') setTimeout(() => document.getElementById(`edit-${edited.name}`)?.focus());
  }

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
          {shown.map((column) => {
            const isWide = parts(column.field.kind).wide === true;
            const isEdited = column.path.length === 1 && edited?.name === column.field.name;
            const pencil = column.path.length === 1 && !isEdited && editable.includes(column.field.name) && (
              <button
                type="button"
                id={`edit-${column.field.name}`}
                className={classes.pencil}
                aria-label={words.editValue(column.label, record._title)}
                onClick={() => setEdited({ name: column.field.name, version })}
              >
                <IconPencil size={13} aria-hidden />
              </button>
            );
            return (
              <div key={column.path.join('.')} data-clause={column.clause} data-wide={isWide || undefined}>
                <dt title={column.field.meaning || undefined}>
                  {column.label}
                  {column.field.computed && (
                    <Why clause={column.field.clause}>
                      <IconMathFunction size={14} className={classes.computed} aria-hidden />
                    </Why>
                  )}
                  {/* A text of several lines has it beside its name, so that it makes no line of its own. */}
                  {isWide && pencil}
                </dt>
                <dd>
                  {isEdited ? (
                    <Suspense
                      fallback={<FieldValue field={column.field} value={valueAt(record, column.path) ?? null} />}
                    >
                      <ValueEditor
                        key={column.field.name}
                        entity={entity}
                        field={column.field}
                        record={record}
                        version={edited?.version ?? version}
                        onClose={leave}
                      />
                    </Suspense>
                  ) : (
                    <>
                      <FieldValue field={column.field} value={valueAt(record, column.path) ?? null} />
                      {isCutShort(record, column.path) && ` ${words.andMore}`}
                      {!isWide && pencil}
                    </>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    );
  });
}
