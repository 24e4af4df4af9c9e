import { useQuery } from '@tanstack/react-query';
import { versionsQuery } from '../../../data/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { useListState } from '../../../parts/use-list-state.ts';
import { RowsSkeleton } from '../../skeleton.tsx';
import classes from '../document.module.css';
import { VersionChanges } from './version-changes.tsx';
import { VersionList } from './version-list.tsx';
import { WhoWaits } from './who-waits.tsx';

/**
 * The documents that were put to use, their differences in meaning, the change that is being prepared, and the
 * processes that still serve a former version.
 */
export default function Versions() {
  const { state } = useListState();
  const { data, error, refetch } = useQuery(versionsQuery);
  if (error && !data) return <ProblemAlert error={error} onRetry={() => refetch()} />;
  if (!data) return <RowsSkeleton />;
  const number = Number(state.version ?? data.current);
  const version = data.versions.find((each) => each.number === number) ?? data.versions[0];
  if (version === undefined) return null;
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <VersionList view={data} shown={version.number} />
      </div>
      <div className={classes.text}>
        <WhoWaits view={data} />
        <VersionChanges view={data} version={version} />
      </div>
    </div>
  );
}
