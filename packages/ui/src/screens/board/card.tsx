import { useDraggable } from '@dnd-kit/core';
import { ActionIcon, Anchor } from '@mantine/core';
import type { ColumnView, EntityView, FieldView, RecordView, ScreenView } from '@nonet/client';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { valueAt } from '../../data/columns.ts';
import { canQuery } from '../../data/queries.ts';
import { titleOrId } from '../../data/record-title.ts';
import { recordAddress } from '../../data/routes.ts';
import { offerOf } from '../../data/verdicts.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { referred, useReferredTitle } from '../../fields/reference.tsx';
import { Menu } from '../../parts/overlays.tsx';
import { useHostedActions } from '../../parts/record-actions-host.tsx';
import { RecordMenuItems } from '../../parts/record-menu-items.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import classes from './board.module.css';
import { actionOf, cardActions, movesBetween } from './moves.ts';

export interface CardData {
  record: RecordView;
  from: string;
  /** The column, and the lane if there are any, that the card is in. */
  column: string;
}

interface CardProps extends CardData {
  choices: NonNullable<FieldView['choices']>;
  screen: ScreenView;
  entity: EntityView;
  columns: readonly ColumnView[];
  /** Whether it has a place of its own in its column. */
  ordered: boolean;
  /** Whether it is on its way to this column: its actions are known once it is there. */
  isAwaited: boolean;
  onMove: (asked: CardData & { readonly to: string }) => void;
}

/** A record on a board. It is dragged by pointer or finger, and moved by its menu, or with Shift and an arrow key. */
export const Card = memo(function Card({
  record,
  from,
  column,
  choices,
  screen,
  entity,
  columns,
  ordered,
  isAwaited,
  onMove,
}: CardProps) {
  const words = useWords();
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: record.id,
    data: { record, from, column } satisfies CardData,
  });
  const leaves = leavesFrom(screen, entity, choices, from);
  const actions = cardActions(screen, entity, from);
  return (
    <article
      ref={setNodeRef}
      className={classes.card}
      data-record={record.id}
      data-dragging={isDragging || undefined}
      aria-busy={isAwaited || undefined}
      data-movable={leaves || ordered || undefined}
      {...(ordered && !leaves && actions.length === 0 && entity.recordRoute === null ? { tabIndex: 0 } : {})}
      {...(leaves || ordered ? listeners : {})}
    >
      <CardBody record={record} columns={columns} entity={entity} />
      {(leaves || actions.length > 0) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={classes.menu}
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              size="sm"
              aria-label={leaves ? words.moveCard(record._title) : words.actionsFor(record._title)}
              onMouseDown={(event) => event.stopPropagation()}
              onTouchStart={(event) => event.stopPropagation()}
            >
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <CardMenu {...{ record, from, column, choices, screen, entity, isAwaited, onMove }} />
          </Menu.Dropdown>
        </Menu>
      )}
    </article>
  );
});

/** The moves and actions of a card, which are asked for when its menu is opened. */
function CardMenu({
  record,
  from,
  column,
  choices,
  screen,
  entity,
  isAwaited,
  onMove,
}: Omit<CardProps, 'columns' | 'ordered'>) {
  const words = useWords();
  const leaves = leavesFrom(screen, entity, choices, from);
  const actions = cardActions(screen, entity, from);
  const { run, explain } = useHostedActions();
  const { data } = useQuery({ ...canQuery(entity.path, record.id), enabled: !isAwaited });
  const can = isAwaited ? undefined : data;
  // A refused move is listed, too, and says why when it is chosen.
  const targets = choices.flatMap((choice) => {
    const moves = movesBetween(screen, entity, from, choice.name)
      .map((move) => ({
        move,
        offer: can ? offerOf(move.kind === 'event' ? can.events[move.event.name] : can.update) : 'absent',
      }))
      .filter(({ offer }) => offer !== 'absent');
    const fits = moves.some(({ offer }) => offer === 'offered');
    const clauses = moves.flatMap(({ move }) => actionOf(screen, move)?.clause ?? []);
    return moves.length === 0 ? [] : [{ choice, fits, clauses }];
  });
  return (
    <>
      {!can && <Menu.Label aria-busy>{words.loading}</Menu.Label>}
      {can && leaves && <Menu.Label>{words.moveTo}</Menu.Label>}
      {can && leaves && targets.length === 0 && <Menu.Label>{words.noActions}</Menu.Label>}
      {targets.map(({ choice, fits, clauses }) => (
        <Menu.Item
          key={choice.name}
          data-clause={clauses.join(' ')}
          {...(fits ? {} : { c: 'dimmed' })}
          onClick={() => onMove({ record, column, from, to: choice.name })}
        >
          {choice.label} {!fits && <u>{words.why}</u>}
        </Menu.Item>
      ))}
      {can && leaves && actions.length > 0 && <Menu.Divider />}
      {can && actions.length > 0 && (
        <RecordMenuItems
          actions={actions}
          entity={entity}
          can={can}
          onRun={(action) => run(action, entity, record)}
          onExplain={explain}
        />
      )}
    </>
  );
}

function leavesFrom(screen: ScreenView, entity: EntityView, choices: CardProps['choices'], from: string): boolean {
  return choices.some((choice) => movesBetween(screen, entity, from, choice.name).length > 0);
}

/** Values that say nothing without their names: “No”, “3”. */
const BARE: ReadonlySet<FieldView['kind']> = new Set(['boolean', 'integer', 'decimal', 'percent', 'duration']);

export const CardBody = memo(function CardBody({
  record,
  columns,
  entity,
}: {
  record: RecordView;
  columns: readonly ColumnView[];
  entity: EntityView;
}) {
  const address = recordAddress(entity, record.id);
  const [first, ...rest] = columns;
  const firstValue = first && valueAt(record, first.path);
  // A link to the record can't contain another link, so a reference is only named there.
  const named =
    first?.field.kind === 'reference' && !first.field.several && address !== null ? referred(firstValue) : null;
  const name = useReferredTitle(first?.field.entity ?? null, named);
  const isThere = first !== undefined && firstValue !== null && firstValue !== undefined;
  const value = isThere ? (
    <FieldValue dense field={first.field} value={firstValue} />
  ) : (
    titleOrId(record._title, record.id)
  );
  const title = named === null ? value : name;
  return (
    <>
      <div className={classes.cardTitle} data-clause={first?.clause}>
        {address ? (
          <Anchor inherit renderRoot={(props) => <RouteLink to={address} draggable={false} {...props} />}>
            {title}
          </Anchor>
        ) : (
          title
        )}
      </div>
      {rest.map((column) => {
        const value = valueAt(record, column.path);
        if (value === null || value === undefined) return null;
        return (
          <div key={column.path.join('.')} className={classes.cardLine} data-clause={column.clause}>
            <span className={BARE.has(column.field.kind) ? classes.cardLabel : 'visually-hidden'}>
              {column.label}:{' '}
            </span>
            <FieldValue dense field={column.field} value={value} />
          </div>
        );
      })}
    </>
  );
});
