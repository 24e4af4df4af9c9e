import { Button, Group, Stack, Text } from '@mantine/core';
import type { SecondFactorView } from '@nonet/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../data/client.ts';
import { useFormat } from '../format/format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FactorSetup } from '../parts/factor-setup.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { RecoveryCodes } from '../parts/recovery-codes.tsx';
import { useLaterWords } from '../words/later-words.ts';
import { EndableTable } from '../parts/endable-table.tsx';

const KEY = ['second-factors'];

/** The second factors of this person. */
export function SecondFactors({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const own = useQuery({ queryKey: KEY, queryFn: () => client.secondFactors() });
  const again = () => queries.invalidateQueries({ queryKey: KEY });
  const remove = useMutation({ mutationFn: (id: string) => client.removeFactor(id), onSettled: again });
  const renew = useMutation({
    mutationFn: () => client.renewRecoveryCodes(),
    onSuccess: ({ recovery_codes: made }) => setCodes(made),
    onSettled: again,
  });
  const error = own.error ?? remove.error ?? renew.error;
  const { factors = [], recovery_codes_left: left = 0 } = own.data ?? {};
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={words.secondFactor}
      closeButtonProps={{ 'aria-label': words.closeDialog }}
    >
      <Stack>
        <Text size="sm">{words.secondFactorIntro}</Text>
        {error && <ProblemAlert error={error} />}
        {factors.length > 0 && (
          <FactorTable factors={factors} removing={remove.isPending} onRemove={(id) => remove.mutate(id)} />
        )}
        {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
        {codes === null && factors.length > 0 && (
          <Group justify="space-between">
            <Text size="sm">{words.recoveryCodesLeft(left)}</Text>
            <Button variant="default" size="xs" loading={renew.isPending} onClick={() => renew.mutate()}>
              {words.renewRecoveryCodes}
            </Button>
          </Group>
        )}
        {codes === null && (
          <FactorSetup
            // Begins anew once a factor is there.
            key={factors.length}
            onMade={(made) => {
              setCodes(made.recovery_codes);
              void again();
            }}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface FactorTableProps {
  factors: readonly SecondFactorView[];
  removing: boolean;
  onRemove: (id: string) => void;
}

function FactorTable({ factors, removing, onRemove }: FactorTableProps) {
  const words = useLaterWords();
  const format = useFormat();
  return (
    <EndableTable
      headings={[words.factorName, words.factorAdded, words.factorUsed]}
      action={words.removeFactor}
      ending={removing}
      onEnd={onRemove}
      rows={factors.map(({ id, kind, name, created_at, used_at }) => {
        const called = name || (kind === 'totp' ? words.app : words.passkey);
        return {
          id,
          cells: [called, format.dateTime(created_at), used_at ? format.dateTime(used_at) : words.factorNeverUsed],
          name: called,
          instead: null,
        };
      })}
    />
  );
}
