import { Button, Group, Loader, Radio, Select, Stack, Text } from '@mantine/core';
import type { EntityView, FieldView, RecordView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../data/client.ts';
import { expansions } from '../data/columns.ts';
import { useProduct } from '../data/product.ts';
import { canQuery, recordQuery } from '../data/queries.ts';
import { useRefresh, useWrite } from '../data/writes.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { useCandidates } from '../fields/use-candidates.ts';
import { formatValue, useFormat } from '../format/format.ts';
import { useLaterWords } from '../words/later-words.ts';
import { Dialog } from './dialog.tsx';
import classes from './merge-dialog.module.css';
import { comparedFields, firstChoices, isAlike, type Side } from './merge-choices.ts';
import { notifyDone } from './notify.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useIsShown } from './use-is-shown.ts';

interface MergeDialogProps {
  entity: EntityView;
  record: Pick<RecordView, 'id' | '_title'>;
  onClose: () => void;
  /** Ids of the record that stays and of the one that went. */
  onDone: (stays: string, went: string) => void;
}

/** Asks for another record, compares both side by side, and merges them as chosen (6, `merge`). */
export function MergeDialog({ entity, record, onClose, onDone }: MergeDialogProps) {
  const words = useLaterWords();
  const [other, setOther] = useState<string | null>(null);
  return (
    <Dialog
      onClose={onClose}
      size={other === null ? 'lg' : '64rem'}
      title={words.mergeTitle(record._title)}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <Stack>
        <OtherRecord entity={entity} own={record.id} value={other} onChange={setOther} />
        {other !== null && (
          <Comparison key={other} entity={entity} ids={[record.id, other]} onClose={onClose} onDone={onDone} />
        )}
      </Stack>
    </Dialog>
  );
}

interface OtherRecordProps {
  entity: EntityView;
  own: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

function OtherRecord({ entity, own, value, onChange }: OtherRecordProps) {
  const words = useLaterWords();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const { listed, message } = useCandidates(
    { entity: entity.name, picker: null },
    chosen?.label === typed ? '' : typed,
    opened,
  );
  const options = listed.filter((option) => option.value !== own);
  const isListed = chosen === null || options.some((option) => option.value === chosen.value);
  return (
    <Select
      label={words.mergeOther}
      placeholder={words.typeToSearch}
      data-autofocus
      searchable
      data={isListed ? options : [chosen, ...options]}
      value={value}
      onChange={(id, option) => {
        setChosen(id === null ? null : option);
        onChange(id);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options: all }) => all}
      allowDeselect={false}
      nothingFoundMessage={message}
    />
  );
}

interface ComparisonProps {
  entity: EntityView;
  ids: readonly [string, string];
  onClose: () => void;
  onDone: (stays: string, went: string) => void;
}

function Comparison({ entity, ids, onClose, onDone }: ComparisonProps) {
  const words = useLaterWords();
  const { entities } = useProduct();
  const options = (id: string) => ({
    ...recordQuery(entity.path, id, expansions(entity, entities)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const first = useQuery(options(ids[0]));
  const second = useQuery(options(ids[1]));
  const error = first.error ?? second.error;
  if (error) return <ProblemAlert error={error} onRetry={() => Promise.all([first.refetch(), second.refetch()])} />;
  if (!first.data || !second.data) return <Loader size="sm" aria-label={words.loading} />;
  return <Choices entity={entity} both={[first.data, second.data]} onClose={onClose} onDone={onDone} />;
}

interface Version {
  readonly record: RecordView;
  readonly etag: string | null;
}

interface ChoicesProps extends Omit<ComparisonProps, 'ids'> {
  both: readonly [Version, Version];
}

const SIDES: readonly Side[] = [0, 1];

function Choices({ entity, both, onClose, onDone }: ChoicesProps) {
  const words = useLaterWords();
  const refresh = useRefresh();
  const isShown = useIsShown();
  const [stays, setStays] = useState<Side>(0);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const records = [both[0].record, both[1].record] as const;
  const kept = both[stays];
  const gone = both[stays === 0 ? 1 : 0];
  const can = useQuery(canQuery(entity.path, kept.record.id));
  const other = useQuery(canQuery(entity.path, gone.record.id));
  const fields = comparedFields(entity, records);
  // Rows of owned children come together in any case.
  const mayTake = ({ name, kind }: FieldView) => kind !== 'children' && can.data?.fields.includes(name) === true;
  const choices = { ...firstChoices(fields.filter(mayTake), records, stays), ...chosen };
  const [key] = useState(() => crypto.randomUUID());
  const merge = useWrite({
    mutationFn: () => {
      const take = fields.filter((field) => mayTake(field) && (choices[field.name] ?? stays) !== stays);
      return client.merge(
        entity.path,
        kept.record.id,
        { from: { id: gone.record.id, if_match: gone.etag ?? '*' }, take: take.map(({ name }) => name) },
        { ifMatch: kept.etag, idempotencyKey: `${key}-${kept.record.id}-${take.map(({ name }) => name).join()}` },
      );
    },
    onSuccess: async () => {
      notifyDone(words.merged, words);
      if (isShown()) onClose();
      onDone(kept.record.id, gone.record.id);
      await refresh();
    },
  });
  const refused = [can.data?.merge, other.data?.merge].find((verdict) => verdict?.may === false);
  return (
    <Stack>
      <Radio.Group label={words.mergeStays} value={String(stays)} onChange={(value) => setStays(value === '1' ? 1 : 0)}>
        <div className={classes.sides}>
          {SIDES.map((side) => (
            <Radio.Card key={side} value={String(side)} className={classes.side ?? ''} p="xs">
              <Group wrap="nowrap" gap="xs">
                <Radio.Indicator size="sm" />
                <Text fw={600} className={classes.value ?? ''}>
                  {records[side]._title}
                </Text>
              </Group>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {fields.map((field) => (
        <Compared
          key={field.name}
          field={field}
          records={records}
          choice={mayTake(field) && !isAlike(records, field) ? (choices[field.name] ?? stays) : null}
          onChoose={(side) => setChosen((before) => ({ ...before, [field.name]: side }))}
        />
      ))}
      <Text size="sm">{words.mergeDetail(gone.record._title, kept.record._title)}</Text>
      {refused?.may === false && <Text c="var(--mantine-color-error)">{refused.message}</Text>}
      {merge.error && <ProblemAlert error={merge.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          loading={merge.isPending}
          disabled={!can.data || !other.data || refused !== undefined}
          onClick={() => merge.mutate()}
        >
          {words.merge}
        </Button>
      </Group>
    </Stack>
  );
}

interface ComparedProps {
  field: FieldView;
  records: readonly [RecordView, RecordView];
  /** The side whose value is kept; null: there is nothing to choose. */
  choice: Side | null;
  onChoose: (side: Side) => void;
}

/** The values of one field on both sides. Those that are chosen among are texts: a link would lead away from the choice. */
function Compared({ field, records, choice, onChoose }: ComparedProps) {
  const words = useLaterWords();
  const format = useFormat();
  const isList = field.kind === 'children';
  const values = SIDES.map((side) => (
    <FieldValue key={side} dense={!isList} field={field} value={records[side][field.name]} />
  ));
  if (choice === null)
    return (
      <div data-clause={field.clause}>
        <Text size="sm" fw={500}>
          {isList ? words.mergeBoth(field.label) : field.label}
        </Text>
        <div className={classes.sides}>
          {isAlike(records, field) ? (
            <div className={classes.plain}>{values[0]}</div>
          ) : (
            SIDES.map((side) => (
              <div key={side} className={classes.plain}>
                {values[side]}
              </div>
            ))
          )}
        </div>
      </div>
    );
  return (
    <Radio.Group
      data-clause={field.clause}
      label={field.label}
      value={String(choice)}
      onChange={(value) => onChoose(value === '1' ? 1 : 0)}
    >
      <div className={classes.sides}>
        {SIDES.map((side) => (
          <Radio.Card key={side} value={String(side)} className={classes.side ?? ''} p="xs">
            <Group wrap="nowrap" align="flex-start" gap="xs">
              <Radio.Indicator size="sm" mt={2} />
              <bdi className={classes.value}>
                {formatValue(format, field, records[side][field.name]) || words.nothing}
              </bdi>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
