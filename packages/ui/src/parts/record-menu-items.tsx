import { Text } from '@mantine/core';
import type { CanView, EntityView, ScreenActionView } from '@nonet/client';
import { offerOf, refusalOf, verdictOf } from '../data/verdicts.ts';
import { useWords } from '../words/words.ts';
import { actionLabel } from './action-label.ts';
import { Menu } from './overlays.tsx';

export interface RecordMenuItemsProps {
  actions: readonly ScreenActionView[];
  entity: EntityView;
  can: CanView;
  onRun: (action: ScreenActionView) => void;
  /** Called with what is refused for a reason, when it is chosen. */
  onExplain: (refusal: Error) => void;
}

/** The actions on one record, as items of its menu. An action that is refused is listed with the reason. */
export function RecordMenuItems({ actions, entity, can, onRun, onExplain }: RecordMenuItemsProps) {
  const words = useWords();
  const offered = actions
    .map((action) => ({ action, verdict: verdictOf(action, can, entity.events) }))
    .filter(({ verdict }) => offerOf(verdict) !== 'absent');
  if (offered.length === 0) return <Menu.Label>{words.noActions}</Menu.Label>;
  return offered.map(({ action, verdict }) => {
    const refused = offerOf(verdict) === 'explained' && verdict && !verdict.may;
    return (
      <Menu.Item
        key={`${action.kind}${action.clause}`}
        data-clause={action.clause}
        {...(refused ? { c: 'dimmed' } : {})}
        {...(action.kind === 'delete' || action.kind === 'erase' ? { color: 'red' } : {})}
        onClick={() => (refused ? onExplain(refusalOf(verdict)) : onRun(action))}
      >
        {actionLabel(action, words)}
        {refused && (
          <Text span display="block" size="xs">
            {verdict.message} <u>{words.why}</u>
          </Text>
        )}
      </Menu.Item>
    );
  });
}
