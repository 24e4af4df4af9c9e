import { Button } from '@mantine/core';
import type { CanView, EntityView, RecordView, ScreenActionView, ScreenView } from '@nonet/client';
import { IconChevronDown, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';
import { headActions } from '../../data/record-head.ts';
import { offerOf, verdictOf } from '../../data/verdicts.ts';
import { actionLabel } from '../../parts/action-label.ts';
import { RecordMenuItems } from '../../parts/record-menu-items.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import { Menu } from '../../parts/overlays.tsx';
import { Explained } from '../../parts/explained.tsx';

interface RecordActionButtonsProps {
  screen: ScreenView;
  entity: EntityView;
  record: RecordView;
  can: CanView;
  pending: boolean;
  onRun: (action: ScreenActionView) => void;
}

/**
 * The actions on the record that are possible now: the next step is emphasised, and those without room are in a menu.
 */
export function RecordActionButtons({ screen, entity, record, can, pending, onRun }: RecordActionButtonsProps) {
  const words = useWords();
  const [explained, explain] = useState<Error | null>(null);
  const { primary, shown, further } = headActions(screen.actions, can, entity, record);
  return (
    <>
      {[...(primary ? [primary] : []), ...shown].map((action) => (
        <ActionButton
          key={action.kind === 'link' ? action.to : action.clause}
          action={action}
          entity={entity}
          can={can}
          isPrimary={action === primary}
          pending={pending}
          onRun={onRun}
        />
      ))}
      {further.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<IconChevronDown size={14} aria-hidden />}
              // It represents each of them.
              data-clause={further.map(({ clause }) => clause).join(' ')}
            >
              {words.moreActions}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <RecordMenuItems actions={further} entity={entity} can={can} onRun={onRun} onExplain={explain} />
          </Menu.Dropdown>
        </Menu>
      )}
      {explained && <RefusalDialog error={explained} onClose={() => explain(null)} />}
    </>
  );
}

interface ActionButtonProps extends Pick<RecordActionButtonsProps, 'entity' | 'can' | 'pending' | 'onRun'> {
  action: ScreenActionView;
  isPrimary: boolean;
}

/** One action. A guard that does not hold keeps its button, with the reason. */
function ActionButton({ action, entity, can, isPrimary, pending, onRun }: ActionButtonProps) {
  const words = useWords();
  const label = actionLabel(action, words);
  if (action.kind === 'link') {
    return (
      <Button
        data-clause={action.clause}
        variant="default"
        renderRoot={(props) => <RouteLink to={action.to} {...props} />}
      >
        {label}
      </Button>
    );
  }
  const verdict = verdictOf(action, can, entity.events);
  if (!verdict) return null;
  const look = isPrimary ? 'filled' : action.kind === 'event' ? 'light' : 'default';
  if (offerOf(verdict) === 'explained') {
    return (
      <Explained label={verdict.may ? '' : verdict.message}>
        <Button
          variant={look}
          data-clause={action.clause}
          data-disabled
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          {label}
        </Button>
      </Explained>
    );
  }
  const open = !verdict.may;
  return (
    <Button
      data-clause={action.clause}
      variant={look}
      disabled={pending}
      {...(action.kind === 'delete' || action.kind === 'erase' ? { c: 'var(--mantine-color-error)' } : {})}
      leftSection={open ? <IconCircleDashed size={14} aria-label={words.openTitle} /> : undefined}
      onClick={() => onRun(action)}
    >
      {label}
    </Button>
  );
}
