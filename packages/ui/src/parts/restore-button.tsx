import { Button } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView } from '@nonet/client';
import { useWords } from '../words/words.ts';
import { RefusalDialog } from './refusal-dialog.tsx';
import { useRecordActions } from './use-record-actions.tsx';

interface RestoreButtonProps {
  action: ScreenActionView;
  entity: EntityView;
  record: RecordView;
}

/** Brings back a record of the list of what is deleted: whoever is shown it may. */
export function RestoreButton({ action, entity, record }: RestoreButtonProps) {
  const words = useWords();
  const { run, pending, refusal, clear } = useRecordActions(entity, record, null);
  return (
    <>
      <Button variant="default" size="compact-xs" loading={pending} onClick={() => run(action)}>
        {words.restore}
        <span className="visually-hidden">: {record._title}</span>
      </Button>
      {refusal && <RefusalDialog error={refusal} onClose={clear} />}
    </>
  );
}
