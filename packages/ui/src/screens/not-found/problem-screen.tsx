import { ProblemError } from '@nonet/client';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import type { ScreenProps } from '../screen.ts';
import { NotFound } from './not-found.tsx';

/** A screen whose record can't be had: not there, refused, or not reached. */
export function ProblemScreen({
  screen,
  error,
  onRetry,
}: Pick<ScreenProps, 'screen'> & { error: unknown; onRetry: () => Promise<unknown> }) {
  if (error instanceof ProblemError && error.status === 404)
    return <NotFound detail={error.problem.detail} entity={screen.entity} />;
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded>
      <ProblemAlert error={error} onRetry={onRetry} />
    </ScreenFrame>
  );
}
