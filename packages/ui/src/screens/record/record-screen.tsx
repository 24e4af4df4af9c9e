import { Stack } from '@mantine/core';
import { listAddress } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, use } from 'react';
import { expansions, relatedExpansions } from '../../data/columns.ts';
import { journeyField } from '../../data/journeys.ts';
import { lazyExtra } from '../../data/load-part.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { canQuery, historyQuery, recordQuery } from '../../data/queries.ts';
import { shownByHead } from '../../data/record-head.ts';
import { titleOrId } from '../../data/record-title.ts';
import { crumbsOf } from '../../data/routes.ts';
import { findingQuery, findsRecord, useRecordId, useStatedAddress } from '../../data/use-record-id.ts';
import { useStandingError } from '../../data/standing-error.ts';
import { useArrived } from '../../data/use-arrived.ts';
import { useLiveRefresh } from '../../live/use-live-refresh.ts';
import { PanelContext } from '../../parts/panel.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useRecordActions } from '../../parts/use-record-actions.tsx';
import { ProblemScreen } from '../not-found/problem-screen.tsx';
import type { ScreenProps } from '../screen.ts';
import { History } from './history.tsx';
import { Papers } from './papers.tsx';
import { Present } from './present.tsx';
import classes from './record.module.css';
import { RecordActionButtons } from './record-action-buttons.tsx';
import { RecordFields } from './record-fields.tsx';
import { RecordSkeleton } from './record-skeleton.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { Related } from './related.tsx';
import { Star } from './star.tsx';
import { StateNote } from './state-note.tsx';
import { StatePath } from './state-path.tsx';
import { WhyRecord } from './why-record.tsx';

const JourneyNote = lazyExtra(() => import('../../parts/journey-note.tsx'));
const NoRecord = lazy(() => import('./no-record.tsx'));

export default function RecordScreen({ screen, parameters }: ScreenProps) {
  const entity = useEntity(screen.entity);
  const product = useProduct();
  const navigate = useNavigate();
  const found = useRecordId(screen, parameters);
  const id = found.data ?? '';
  const named = new Set([
    ...screen.groups.flatMap((group) => group.columns.map((column) => column.path[0])),
    ...screen.related.map((related) => related.field),
  ]);
  const expand = [
    ...expansions(entity, product.entities, (name) => named.has(name)),
    ...screen.related.flatMap(relatedExpansions),
  ];
  const record = useQuery({ ...recordQuery(entity.path, id, expand), enabled: id !== '' });
  const reported = useStandingError(record, id);
  const can = useQuery({ ...canQuery(entity.path, id), enabled: id !== '' });
  const tellsOfState = entity.history && entity.stateField !== null;
  const history = useQuery({ ...historyQuery(entity.path, id), enabled: id !== '' && tellsOfState });
  const shown = record.data?.record;
  const panel = use(PanelContext);
  useStatedAddress(screen, parameters, panel === null ? shown : undefined);
  useLiveRefresh(
    findsRecord(screen)
      ? [listAddress(entity.path, findingQuery(screen, expand))]
      : id === ''
        ? []
        : [listAddress(entity.path, { filters: { id }, expand })],
    { error: reported.error, queryKey: ['records', entity.path] },
    (_place, page) => JSON.stringify(page.items) === JSON.stringify(shown ? [shown] : []),
  );
  // The actions, and who brought the record into its state, are above the fields: later, they would push them down.
  // Parts of the screen ask for both again, and are not taken away while a refused question waits for its next answer.
  const isAwaited = !can.isFetched || (tellsOfState && !history.isFetched);
  const arrived = useArrived(isAwaited ? undefined : shown);
  const actions = useRecordActions(() => {
    if (panel) return panel.close();
    const back = crumbsOf(product, screen).at(-1);
    void navigate({ to: back?.route ?? '/' });
  });

  const error = found.error ?? reported.error;
  if (error && !shown) return <ProblemScreen screen={screen} error={error} onRetry={() => record.refetch()} />;
  if (found.data === null && id === '') return <NoRecord screen={screen} entity={entity} />;
  if (!shown || !arrived) return <RecordSkeleton screen={screen} />;

  const columns = screen.groups.flatMap((group) => group.columns);
  const said = shownByHead(columns, shown, entity.stateField);
  const stateField = entity.fields.find((field) => field.name === entity.stateField);
  const state = stateField && shown[stateField.name];
  const away = journeyField(entity);
  return (
    <ScreenFrame
      screen={screen}
      title={titleOrId(shown._title, shown.id)}
      loaded={record.isSuccess}
      clauses={[...said].map(({ clause }) => clause)}
      badge={
        <>
          {stateField && typeof state === 'string' && (
            <>
              <StateBadge field={stateField} value={state} />
              <StatePath entity={entity} state={state} />
            </>
          )}
          <Present entity={entity} id={id} />
        </>
      }
      actions={
        can.data && (
          <>
            <Star entity={entity} record={shown} />
            <WhyRecord screen={screen} entity={entity} record={shown} can={can.data} />
            <Papers entity={entity} record={shown} can={can.data} />
            <RecordActionButtons
              screen={screen}
              entity={entity}
              record={shown}
              can={can.data}
              pending={actions.pending}
              onRun={(action) => actions.run(action, { entity, record: shown, etag: record.data?.etag ?? null })}
            />
          </>
        )
      }
    >
      <Stack gap="md">
        <StateNote entity={entity} record={shown} />
        {away && (
          <Suspense>
            <JourneyNote field={away} record={shown} />
          </Suspense>
        )}
        {actions.refusal && (
          <ProblemAlert
            error={actions.refusal}
            focus
            more={<RefusedRows error={actions.refusal} screen={screen} record={shown} />}
          />
        )}
        {(error ?? can.error) && <ProblemAlert error={error ?? can.error} onRetry={() => can.refetch()} />}
        <div className={classes.layout}>
          <Stack gap="lg" miw={0}>
            <RecordFields
              screen={screen}
              entity={entity}
              version={{ record: shown, etag: record.data?.etag ?? null }}
              can={screen.actions.some(({ kind }) => kind === 'edit') ? (can.data ?? null) : null}
              left={said}
            />
            <Related screen={screen} record={shown} />
          </Stack>
          {entity.history && <History entity={entity} id={id} />}
        </div>
      </Stack>
      {actions.dialogs}
    </ScreenFrame>
  );
}
