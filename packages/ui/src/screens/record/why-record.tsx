import { Button, Stack, Text, Title } from '@mantine/core';
import type { CanView, EntityView, RecordView, ScreenView } from '@nonet/client';
import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useProduct } from '../../data/product.ts';
import { documentQuery } from '../../data/queries.ts';
import { verdictOf } from '../../data/verdicts.ts';
import { actionLabel } from '../../parts/action-label.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Readers } from '../why/readers.tsx';
import { AskWhy, Sentence } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { RowsSkeleton } from '../skeleton.tsx';
import classes from './record.module.css';

interface WhyRecordProps {
  screen: ScreenView;
  entity: EntityView;
  record: RecordView;
  can: CanView;
}

/** Asks why the record is as it is shown: for those who may read the document. */
export function WhyRecord(props: WhyRecordProps) {
  const words = useWords();
  const { document } = useProduct();
  const [opened, setOpened] = useState(false);
  if (!document) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        leftSection={<IconHelpCircle size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {words.why}
      </Button>
      {opened && (
        <Dialog
          size="lg"
          onClose={() => setOpened(false)}
          title={words.whyTitle(props.record._title)}
          closeButtonProps={{ 'aria-label': words.closeDialog }}
        >
          <Reasons {...props} />
        </Dialog>
      )}
    </>
  );
}

function Reasons({ screen, entity, record, can }: WhyRecordProps) {
  const words = useWords();
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <RowsSkeleton rows={4} />;
  const stated = data.entities.find(({ name }) => name === entity.name);
  const shown = new Set(Object.keys(record));
  const hidden = stated?.fields.filter(({ name, kind }) => !shown.has(name) && kind !== 'open') ?? [];
  const computed = stated?.fields.filter((field) => field.computed && shown.has(field.name)) ?? [];
  return (
    <Stack gap="lg">
      <section>
        <Title order={3}>{words.whyActions}</Title>
        <ul className={classes.reasons}>
          {screen.actions.map((action) => {
            const verdict = verdictOf(action, can, entity.events);
            if (!verdict) return null;
            return (
              <li key={`${action.kind} ${action.clause}`}>
                <Text span fw={500} size="sm">
                  {actionLabel(action, words)}:
                </Text>{' '}
                {verdict.may ? words.yes : verdict.message}{' '}
                {!verdict.may && verdict.clause && <AskWhy clause={verdict.clause} />}
              </li>
            );
          })}
        </ul>
      </section>
      <section>
        <Title order={3}>{words.whyReaders}</Title>
        <Readers document={data} entity={entity.name} may="read" />
      </section>
      {hidden.length > 0 && (
        <section>
          <Title order={3}>{words.whyHidden}</Title>
          {hidden.map((field) => (
            <div key={field.name}>
              <Text size="sm" fw={500} mt="xs">
                {field.label}
              </Text>
              <Readers document={data} entity={entity.name} may={`read ${field.name}`} />
            </div>
          ))}
        </section>
      )}
      {computed.length > 0 && (
        <section>
          <Title order={3}>{words.whyComputed}</Title>
          <Stack gap="xs" mt="xs">
            {computed.map((field) => (
              <Sentence key={field.name} clause={field.clause} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}
