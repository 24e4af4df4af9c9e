import type { EntityView, RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { client } from '../data/client.ts';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import type { CreateFrom } from '../fields/given.ts';
import { CreateDialog } from './record-dialog.tsx';

interface Opened {
  readonly action: CreateFrom;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Opens the form of another record with values of this one entered (2), read as it is now. */
export function useCreateFrom(entity: EntityView | null) {
  const product = useProduct();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const prepare = useMutation({
    mutationFn: async ({ action, id }: { action: CreateFrom; id: string | null }): Promise<Opened> => {
      const { givenPaths, givenValues } = await import('../fields/given.ts');
      const readsRecord = id !== null && entity !== null && action.perRecord;
      const read = readsRecord ? await client.read(entity.path, id, { expand: givenPaths(action) }) : null;
      const { user, settings } = product;
      return { action, given: givenValues(action, read?.record ?? null, { user, settings }) };
    },
    onSuccess: setOpened,
  });
  const target = product.entities[opened?.action.entity ?? ''];

  function open(record: RecordView) {
    const address = recordAddress(target, record.id);
    if (address) void navigate({ to: address });
  }

  const dialog: ReactNode = opened && target && (
    <CreateDialog
      entity={target}
      title={opened.action.label}
      given={opened.given}
      onClose={() => setOpened(null)}
      onDone={open}
    />
  );
  return {
    run: (action: CreateFrom, id: string | null) => prepare.mutate({ action, id }),
    pending: prepare.isPending,
    refusal: prepare.error,
    clear: prepare.reset,
    dialog,
  };
}
