import { Button } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useWords } from '../words/words.ts';
import { useHostedActions } from './record-actions-host.tsx';

interface RestoreButtonProps {
  action: ScreenActionView;
  entity: EntityView;
  record: RecordView;
}

/** Restores a record in the list of deleted ones, which is shown only to people who may do that. */
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
