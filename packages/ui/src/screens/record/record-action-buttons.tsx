import { Button, Tooltip } from '@mantine/core';
import type { CanView, EntityView, ScreenActionView, ScreenView } from '@nonet/client';
import { IconCircleDashed } from '@tabler/icons-react';
import { offerOf, verdictOf } from '../../data/verdicts.ts';
import { actionLabel } from '../../parts/action-label.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';

interface RecordActionButtonsProps {
  screen: ScreenView;
  entity: EntityView;
  can: CanView;
  pending: boolean;
  onRun: (action: ScreenActionView) => void;
}

/** What may be done with the record now. A guard that does not hold keeps its button, with the reason. */
export function RecordActionButtons({ screen, entity, can, pending, onRun }: RecordActionButtonsProps) {
  const words = useWords();
  return screen.actions.map((action) => {
    const label = actionLabel(action, words);
    if (action.kind === 'link') {
      return (
        <Button
          key={action.to}
          data-clause={action.clause}
          variant="default"
          renderRoot={(props) => <RouteLink to={action.to} {...props} />}
        >
          {label}
        </Button>
      );
    }
    const verdict = verdictOf(action, can, entity.events);
    const offer = offerOf(verdict);
    if (offer === 'absent' || !verdict) return null;
    const key = action.clause;
    const look = action.kind === 'event' ? 'light' : 'default';
    if (offer === 'explained') {
      return (
        <Tooltip key={key} label={verdict.may ? '' : verdict.message}>
          <Button
            variant={look}
            data-clause={action.clause}
            data-disabled
            aria-disabled
            onClick={(event) => event.preventDefault()}
          >
            {label}
          </Button>
        </Tooltip>
      );
    }
    const open = !verdict.may;
    return (
      <Button
        key={key}
        data-clause={action.clause}
        variant={look}
        disabled={pending}
        {...(action.kind === 'delete' ? { c: 'var(--mantine-color-error)' } : {})}
        leftSection={open ? <IconCircleDashed size={14} aria-label={words.openTitle} /> : undefined}
        onClick={() => onRun(action)}
      >
        {label}
      </Button>
    );
  });
}
