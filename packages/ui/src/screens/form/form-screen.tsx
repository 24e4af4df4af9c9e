import type { RecordView } from '@nonet/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { expansions } from '../../data/columns.ts';
import { beginJourney } from '../../data/journeys.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { canQuery, recordQuery } from '../../data/queries.ts';
import { crumbsOf, recordAddress } from '../../data/routes.ts';
import { useRecordId } from '../../data/use-record-id.ts';
import { useRefresh } from '../../data/writes.ts';
import { GeneralActions } from '../../parts/general-actions.tsx';
import { groupFields } from '../../parts/field-groups.ts';
import { notifyDone } from '../../parts/notify.tsx';
import type { FieldGroup } from '../../parts/form-fields.tsx';
import { RecordForm } from '../../parts/record-form.tsx';
import { useFirst } from '../../parts/use-first.ts';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';
import { ProblemScreen } from '../not-found/problem-screen.tsx';
import type { ScreenProps } from '../screen.ts';
import { NamelessFrame } from '../skeleton.tsx';
import { WhyForm } from '../why/why-screen.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { useIsShown } from '../../parts/use-is-shown.ts';

/** A form creates a record; if its route names a record of its own entity, it changes that one. */
export default function FormScreen(props: ScreenProps) {
  const changes = props.screen.parameters.some((parameter) => parameter.entity === props.screen.entity);
  return changes ? <ChangeForm {...props} /> : <CreateForm {...props} />;
}

/** The stated fields by their groups; all that may be entered where none are stated. */
function useGroups(
  screen: ScreenProps['screen'],
  may: 'onCreate' | 'onUpdate',
  writable?: readonly string[],
): FieldGroup[] {
  const entity = useEntity(screen.entity);
  const stated = screen.groups.map((group) => ({
    label: group.label,
    fields: group.columns.filter((column) => column.path.length === 1).map((column) => column.field),
  }));
  const groups = stated.some((group) => group.fields.length > 0) ? stated : groupFields(entity.fields);
  return groups.map((group) => ({
    ...group,
    fields: group.fields.filter((field) => field[may] && (writable?.includes(field.name) ?? true)),
  }));
}

function namesOf(groups: readonly FieldGroup[]): string[] {
  return groups.flatMap(({ fields }) => fields.map(({ name }) => name));
}

function useLeave(screen: ScreenProps['screen']) {
  const product = useProduct();
  const entity = useEntity(screen.entity);
  const navigate = useNavigate();
  const { history } = useRouter();
  return {
    toRecord: (record: RecordView): void => {
      const address = recordAddress(entity, record.id) ?? crumbsOf(product, screen).at(-1)?.route ?? '/';
      void navigate({ to: address, ignoreBlocker: true });
    },
    back: (): void => {
      const crumb = crumbsOf(product, screen).at(-1);
      if (history.canGoBack()) history.back();
      else void navigate({ to: crumb?.route ?? '/' });
    },
  };
}

function CreateForm({ screen }: ScreenProps) {
  const words = useWords();
  const entity = useEntity(screen.entity);
  const refresh = useRefresh();
  const leave = useLeave(screen);
  const isShown = useIsShown();
  const groups = useGroups(screen, 'onCreate');
  const [saved, setSaved] = useState(0);
  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded
      actions={
        <>
          <WhyForm screen={screen} cause="create" asked={namesOf(groups)} />
          <GeneralActions screen={screen} />
        </>
      }
    >
      {/* A user who may not open the saved record stays, in front of an empty form. */}
      <RecordForm
        key={saved}
        groups={groups}
        entity={entity}
        version={null}
        submitLabel={words.save}
        onCancel={leave.back}
        save={async (values, idempotencyKey) => (await client.create(entity.path, values, { idempotencyKey })).record}
        onSaved={(record) => {
          notifyDone(words.saved, words);
          beginJourney(entity, 'create', record);
          void refresh();
          setSaved((count) => count + 1);
          if (isShown()) leave.toRecord(record);
        }}
      />
    </ScreenFrame>
  );
}

function ChangeForm({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const entity = useEntity(screen.entity);
  const queries = useQueryClient();
  const refresh = useRefresh();
  const leave = useLeave(screen);
  const isShown = useIsShown();
  const found = useRecordId(screen, parameters);
  const id = found.data ?? '';
  const references = expansions(entity, useProduct().entities);
  const options = recordQuery(entity.path, id, references);
  const current = useQuery({
    ...options,
    enabled: id !== '',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const can = useQuery({
    ...canQuery(entity.path, id),
    enabled: id !== '',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const groups = useGroups(screen, 'onUpdate', can.data?.fields);
  const loaded = useFirst(current.isFetchedAfterMount ? current.data : undefined);
  const error = found.error ?? current.error ?? can.error;
  if (error) return <ProblemScreen screen={screen} error={error} onRetry={() => current.refetch()} />;
  if (!loaded || !can.data) {
    return (
      <NamelessFrame screen={screen}>
        <FormSkeleton screen={screen} />
      </NamelessFrame>
    );
  }
  return (
    <ScreenFrame
      screen={screen}
      title={words.editTitle(loaded.record._title)}
      loaded
      actions={
        <>
          <WhyForm screen={screen} cause="update" asked={namesOf(groups)} />
          <GeneralActions screen={screen} />
        </>
      }
    >
      <RecordForm
        entity={entity}
        groups={groups}
        version={loaded}
        submitLabel={words.save}
        onCancel={leave.back}
        readNewest={() => queries.fetchQuery({ ...options, staleTime: 0 })}
        save={async (values, idempotencyKey, etag) =>
          (await client.update(entity.path, id, values, { ifMatch: etag, idempotencyKey })).record
        }
        onSaved={(saved) => {
          notifyDone(words.saved, words);
          void refresh();
          if (isShown()) leave.toRecord(saved);
        }}
      />
    </ScreenFrame>
  );
}
