import { ActionIcon, Button, Menu } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { messageOf } from '../data/messages.ts';
import { canQuery } from '../data/queries.ts';
import { useWords } from '../words/words.ts';
import { actionLabel } from './action-label.ts';
import { RecordMenuItems } from './record-menu-items.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import classes from './row-actions.module.css';
import { useRecordActions } from './use-record-actions.tsx';

interface RowActionsProps {
  actions: readonly ScreenActionView[];
  entity: EntityView;
  record: RecordView;
  /** The events that this reader may cause now: they stand in the row itself. */
  possible: readonly string[];
  /** Beside a text that is smaller than a row's. */
  small?: boolean;
}

const MOST_IN_A_ROW = 3;

/** What may be done with one record of a list: its events at once, the rest asked for when its menu is opened. */
export const RowActions = memo(function RowActions({
  actions,
  entity,
  record,
  possible,
  small = false,
}: RowActionsProps) {
  const words = useWords();
  const [wanted, setWanted] = useState(false);
  const [explained, explain] = useState<Error | null>(null);
  const { data: can, error } = useQuery({ ...canQuery(entity.path, record.id), enabled: wanted });
  const { run, pending, dialogs, refusal, clear } = useRecordActions(entity, record, null);
  const atOnce = actions
    .filter((action) => action.kind === 'event' && possible.includes(action.event))
    .slice(0, MOST_IN_A_ROW);
  const others = actions.filter((action) => !atOnce.includes(action));
  return (
    <div className={classes.actions}>
      {atOnce.map((action) => (
        <Button
          key={action.clause}
          data-clause={action.clause}
          variant="default"
          size="compact-xs"
          disabled={pending}
          onClick={() => run(action)}
        >
          {actionLabel(action, words)}
          <span className="visually-hidden">: {record._title}</span>
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-end" onOpen={() => setWanted(true)} withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              {...(small ? { size: 'xs' } : {})}
              aria-label={words.actionsFor(record._title)}
              onMouseEnter={() => setWanted(true)}
              onFocus={() => setWanted(true)}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {error && <Menu.Label>{messageOf(error, words)}</Menu.Label>}
            {!can && !error && <Menu.Label>{words.loading}</Menu.Label>}
            {can && <RecordMenuItems actions={others} entity={entity} can={can} onRun={run} onExplain={explain} />}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialogs}
      {refusal && <RefusalDialog error={refusal} onClose={clear} />}
      {explained && <RefusalDialog error={explained} onClose={() => explain(null)} />}
    </div>
  );
});
