import { Button } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useWords } from '../words/words.ts';
import { useHostedActions } from './record-actions-host.tsx';

interface RestoreButtonProps {
  action: ScreenActionView;
  entity: EntityView;
  record: RecordView;
}

/** Brings back a record of the list of what is deleted: whoever is shown it may. */
export function RestoreButton({ action, entity, record }: RestoreButtonProps) {
  const words = useWords();
  const { run, pending } = useHostedActions();
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={pending === record.id}
      onClick={() => run(action, entity, record)}
    >
      {words.restore}
      <span className="visually-hidden">: {record._title}</span>
    </Button>
  );
}
