import { Table } from '@mantine/core';
import type { ColumnView, RecordView } from '@nonet/client';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { isCutShort, valueAt } from '../data/columns.ts';
import { lazyPart } from '../data/load-part.ts';
import { titleOrId } from '../data/record-title.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { ReferredTitle } from '../fields/reference.tsx';
import { useWords } from '../words/words.ts';
import type { CellEditing, EditableCells } from './cell-editing.ts';
import { type Branch, BranchToggle } from './branch-toggle.tsx';
import { CellPencil } from './cell-pencil.tsx';
import { ACTS } from './opening.ts';
import classes from './record-table.module.css';
import { RouteLink } from './route-link.tsx';
import { Tick } from './tick.tsx';

const ValueEditor = lazyPart(() => import('./value-editor.tsx'));

interface RecordRowProps {
  record: RecordView;
  columns: readonly ColumnView[];
  /** The address of the record's own screen; null if this reader may open none. */
  address: string | null;
  /** Undefined if rows can't be selected. */
  selected?: boolean | undefined;
  onToggle?: ((id: string) => void) | undefined;
  /** Its last cell. A function, so that a row that stays is not drawn again while others come and go. */
  renderActions?: ((record: RecordView) => ReactNode) | undefined;
  /** Its place among all rows, from 0, where only some of them are in the page. */
  place?: number | undefined;
  /** Whether another person's change has removed it from the list meanwhile. */
  gone?: boolean;
  /** Opens it in the panel; undefined if only its link opens it. */
  onOpen?: ((record: RecordView) => void) | undefined;
  /** Whether it is open in the panel. */
  opened?: boolean;
  /** The columns that a card of a narrow screen leaves out. */
  further: ReadonlySet<ColumnView>;
  /** Edits values in their cells; undefined if they are only shown. */
  editing?: EditableCells | undefined;
  /** Its place in a tree. */
  branch?: Branch | undefined;
  /** The editing of this row's value now. */
  edited?: CellEditing | undefined;
  ref?: Ref<HTMLTableRowElement> | undefined;
}

/** A pointer that rests so long on a row means it. */
const SETTLED_MILLISECONDS = 120;

/** The library's classes without its components: a long table draws hundreds of cells in a frame. */
const { tr, td } = Table.classes;

/** One record of a table: the first cell a link to the record's own screen. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const {
    record,
    columns,
    address,
    selected,
    onToggle,
    renderActions,
    place,
    gone,
    onOpen,
    opened,
    further,
    ref,
    editing,
    edited,
    branch,
  } = props;
  const words = useWords();
  const { parts } = useFieldEnvironment();
  const [whole, setWhole] = useState(false);
  // Only the row at hand has buttons: a long table draws hundreds of cells in a frame.
  const [isNear, setNear] = useState(false);
  const coming = useRef<ReturnType<typeof setTimeout>>(undefined);
  const near = (after: number | null) => {
    clearTimeout(coming.current);
    if (after === null) setNear(false);
    else coming.current = setTimeout(() => setNear(true), after);
  };
  const opens = onOpen !== undefined && address !== null;

  function open(event: MouseEvent<HTMLElement>) {
    // Pop-ups of the row are within it for React, but not in the page.
    const isOwn = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (!opens || !isOwn || (event.target as Element).closest(ACTS) || !getSelection()?.isCollapsed) return;
    if (event.ctrlKey || event.metaKey) window.open(address, '_blank', 'noopener');
    else onOpen(record);
  }

  function press(event: KeyboardEvent) {
    if (event.key !== ' ' || event.target !== event.currentTarget) return;
    event.preventDefault();
    onOpen?.(record);
  }

  return (
    // Its link has the same for the keyboard: the space bar.
    <tr
      ref={ref}
      className={address ? `${tr} ${classes.linked}` : tr}
      data-with-row-border
      data-record={record.id}
      data-hover
      data-opens={opens || undefined}
      aria-current={opened || undefined}
      data-depth={branch?.depth}
      onClick={opens ? open : undefined}
      {...(editing
        ? { onMouseEnter: () => near(SETTLED_MILLISECONDS), onMouseLeave: () => near(null), onFocus: () => near(0) }
        : {})}
      data-whole={whole || undefined}
      // The header is the first row.
      {...(place === undefined ? {} : { 'data-index': place, 'aria-rowindex': place + 2 })}
      {...(gone ? { 'data-gone': true, title: words.rowGone } : {})}
    >
      {selected !== undefined && (
        <td className={`${td} ${classes.select}`}>
          <Tick label={words.selectRecord(record._title)} checked={selected} onChange={() => onToggle?.(record.id)} />
        </td>
      )}
      {columns.map((column, index) => {
        const value = valueAt(record, column.path);
        const shown = (
          <>
            <FieldValue dense field={column.field} value={value} />
            {isCutShort(record, column.path) && ` ${words.andMore}`}
          </>
        );
        const name = column.path.length === 1 && editing?.names.has(column.field.name) ? column.field.name : null;
        if (edited && name !== null && edited.cell?.name === name) {
          return (
            <td
              key={name}
              className={td}
              data-label={column.label}
              data-first={index === 0 || undefined}
              data-numeric={parts(column.field.kind).numeric || undefined}
              data-edited
            >
              <span className={classes.below}>{shown}</span>
              <div className={classes.over}>
                <Suspense fallback={shown}>
                  <ValueEditor
                    entity={edited.cells.entity}
                    field={column.field}
                    record={record}
                    version={null}
                    grid={edited.grid}
                    onClose={edited.close}
                  />
                </Suspense>
              </div>
            </td>
          );
        }
        const isNumber = parts(column.field.kind).numeric;
        // On a card.
        const isName = !isNumber && column.field.kind !== 'boolean' && (value ?? null) !== null;
        return (
          <td
            key={column.path.join('.')}
            className={td}
            data-label={column.label}
            data-first={index === 0 || undefined}
            data-kind={column.field.kind === 'state' ? 'state' : undefined}
            data-further={further.has(column) || undefined}
            data-numeric={isNumber || undefined}
            data-title={index === 0 && address === null && !isName ? record._title : undefined}
          >
            {index === 0 && branch && <BranchToggle branch={branch} title={record._title} />}
            {index === 0 && address ? (
              <RouteLink
                to={address}
                className={classes.rowLink}
                {...(opens ? { onKeyDown: press, 'aria-keyshortcuts': 'Space' } : {})}
              >
                {value === null || value === undefined ? (
                  titleOrId(record._title, record.id)
                ) : column.field.kind === 'reference' && !column.field.several ? (
                  // A link can't contain another one.
                  <ReferredTitle field={column.field} value={value} />
                ) : (
                  shown
                )}
              </RouteLink>
            ) : (
              shown
            )}
            {editing && name !== null && isNear && (
              <CellPencil
                entity={editing.entity}
                record={record}
                column={column}
                onPress={() => editing.start(record, name)}
              />
            )}
          </td>
        );
      })}
      {address === null && further.size > 0 && !whole && (
        <td className={`${td} ${classes.further}`}>
          <button type="button" className={classes.sort} onClick={() => setWhole(true)}>
            {words.allFields}
            <IconChevronDown size={14} aria-hidden />
            <span className="visually-hidden">: {record._title}</span>
          </button>
        </td>
      )}
      {renderActions && <td className={`${td} ${classes.actions}`}>{renderActions(record)}</td>}
    </tr>
  );
});
