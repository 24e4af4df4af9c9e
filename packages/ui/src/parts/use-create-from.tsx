import type { RecordView } from '@nonet/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { lazyEvaluator } from '../data/evaluator.ts';
import { client } from '../data/client.ts';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import type { CreateFrom } from '../fields/given.ts';
import { CreateDialog } from './lazy-dialogs.tsx';

interface Opened {
  readonly action: CreateFrom;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The record that values are read on: the collection of its entity, and its id. */
interface Of {
  readonly path: string;
  readonly id: string;
}

const fetchGiven = lazyEvaluator(() => import('../fields/given.ts'));

/** Opens the form of another record with values of this one entered (2), read as it is now. */
export function useCreateFrom() {
  const product = useProduct();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const prepare = useMutation({
    mutationFn: async ({ action, of }: { action: CreateFrom; of: Of | null }): Promise<Opened> => {
      const { givenPaths, givenValues } = await fetchGiven(product);
      const read = of && action.perRecord ? await client.read(of.path, of.id, { expand: givenPaths(action) }) : null;
      const { user, settings } = product;
      return { action, given: givenValues(action, read?.record ?? null, { user, settings }) };
    },
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
    run: (action: CreateFrom, of: Of | null) =>
      // Only the last one that was asked for is opened.
      prepare.mutate({ action, of }, { onSuccess: setOpened }),
    pending: prepare.isPending,
    refusal: prepare.error,
    clear: prepare.reset,
    dialog,
  };
}
