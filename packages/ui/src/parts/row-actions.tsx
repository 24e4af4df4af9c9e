import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, use } from 'react';
import { messageOf } from '../data/messages.ts';
import { canQuery } from '../data/queries.ts';
import { useWords } from '../words/words.ts';
import { actionLabel } from './action-label.ts';
import { useHostedActions } from './record-actions-host.tsx';
import { RecordMenuItems, type RecordMenuItemsProps } from './record-menu-items.tsx';
import classes from './row-actions.module.css';
import { RowMenu } from './row-menu.tsx';
import { RowRoomContext } from './row-room.ts';
import { Menu } from './overlays.tsx';

interface RowActionsProps {
  actions: readonly ScreenActionView[];
  entity: EntityView;
  record: RecordView;
  /** For a place next to a smaller text than a row's. */
  small?: boolean;
}

/**
 * The possible actions on one record of a list: its events immediately, the others are loaded when its menu is opened.
 * Uses plain elements: a long table draws dozens of them in a frame.
 */
export const RowActions = memo(function RowActions({ actions, entity, record, small = false }: RowActionsProps) {
  const words = useWords();
  const queries = useQueryClient();
  const ask = () => void queries.prefetchQuery(canQuery(entity.path, record.id));
  const { run, explain, pending, possible } = useHostedActions();
  const room = use(RowRoomContext);
  const now = possible.get(record.id) ?? [];
  const direct = actions.filter((action) => action.kind === 'event' && now.includes(action.event)).slice(0, room);
  const others = actions.filter((action) => !direct.includes(action));
  return (
    <div className={classes.actions}>
      {direct.map((action) => (
        <button
          key={action.clause}
          data-clause={action.clause}
          type="button"
          className={classes.action}
          disabled={pending === record.id}
          onClick={() => run(action, entity, record)}
        >
          {actionLabel(action, words)}
          <span className="visually-hidden">: {record._title}</span>
        </button>
      ))}
      {others.length > 0 && (
        <RowMenu label={words.actionsFor(record._title)} small={small} onNear={ask}>
          {() => (
            <Offered
              actions={others}
              entity={entity}
              record={record}
              onRun={(action) => run(action, entity, record)}
              onExplain={explain}
            />
          )}
        </RowMenu>
      )}
    </div>
  );
});

type OfferedProps = Omit<RecordMenuItemsProps, 'can'> & { record: RecordView };

/** The actions that are possible now, loaded when the menu is opened. */
function Offered({ record, ...items }: OfferedProps) {
  const words = useWords();
  const { data: can, error } = useQuery(canQuery(items.entity.path, record.id));
  if (error) return <Menu.Label>{messageOf(error, words)}</Menu.Label>;
  if (!can) return <Menu.Label aria-busy>{words.loading}</Menu.Label>;
  return <RecordMenuItems {...items} can={can} />;
}
