import { Alert, Text } from '@mantine/core';
import { NoPasskey } from '../data/passkeys.ts';
import { useLaterWords } from '../words/later-words.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** Why a second factor was not given or set up; nothing while nothing is wrong. */
export function FactorProblem({ error }: { error: unknown }) {
  const words = useLaterWords();
  if (!error) return null;
  if (!(error instanceof NoPasskey)) return <ProblemAlert error={error} focus />;
  return (
    <Alert role="alert" variant="default" className="problem">
      <Text size="sm">{words.passkeyFailed}</Text>
    </Alert>
  );
}
