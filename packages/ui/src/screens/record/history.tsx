import { Text, Timeline, Title } from '@mantine/core';
import { type EntityView, type FieldView, type HistoryEntryView, ProblemError } from '@nonet/client';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fieldOf } from '../../data/product.ts';
import { historyQuery } from '../../data/queries.ts';
import { formatValue, useFormat } from '../../format/format.ts';
import { Arrow } from '../../parts/arrow.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Why } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { textOf } from '../../format/text-of.ts';
import { RowsSkeleton } from '../skeleton.tsx';
import classes from './record.module.css';

/**
 * The history, newest first: each entry with its actor, states, time and clause. Whoever may not read that of this
 * record sees none.
 */
export function History({ entity, id }: { entity: EntityView; id: string }) {
  const words = useWords();
  const format = useFormat();
  const { data, error, refetch, errorUpdateCount } = useQuery(historyQuery(entity.path, id));
  if (error instanceof ProblemError && error.code === 'FORBIDDEN') return null;
  // A refused question that is asked again: its place does not come and go meanwhile.
  if (!data && !error && errorUpdateCount > 0) return null;
  return (
    <section className={classes.history} aria-label={words.history}>
      <Title order={2} className={classes.groupTitle}>
        {words.history}
      </Title>
      {error && <ProblemAlert error={error} onRetry={() => refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noHistory}
        </Text>
      )}
      {data && data.length > 0 && (
        <Timeline active={-1} bulletSize={10} lineWidth={1}>
          {data.map((entry) => (
            <Timeline.Item key={entry.id} title={entry.label}>
              <Entry entity={entity} entry={entry} />
              <Text size="xs" c="dimmed" component="div">
                <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
                {' · '}
                {entry.by?._title ?? words.theProduct}
                <span className={classes.clause}>
                  <Why clause={entry.clause} />
                </span>
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </section>
  );
}

function Entry({ entity, entry }: { entity: EntityView; entry: HistoryEntryView }) {
  const words = useWords();
  const format = useFormat();
  const choices = fieldOf(entity, entity.stateField ?? '')?.choices ?? [];
  const state = (name: string | null) => choices.find((choice) => choice.name === name)?.label ?? name;
  const moved = entry.from !== entry.to && entry.to !== null;
  const write = (field: FieldView | undefined, value: unknown) => {
    if (field?.kind === 'children' && Array.isArray(value)) return words.rows(value.length);
    return field ? formatValue(format, field, value) : textOf(value);
  };
  const changes = entry.changes.filter((change) => change.field !== entity.stateField);
  return (
    <>
      {entry.of !== undefined && (
        <Text size="xs" c="dimmed">
          {words.mergedOne}
        </Text>
      )}
      {moved && (
        <Text size="sm">
          {entry.from !== null && (
            <>
              {state(entry.from)}
              <Arrow />
            </>
          )}
          {state(entry.to)}
        </Text>
      )}
      {changes.length > 0 && (
        <Folded text={entry.action === 'create' ? words.firstValues(changes.length) : null}>
          <ul className={classes.changes}>
            {changes.map((change) => {
              const field = fieldOf(entity, change.field);
              const text = (value: unknown) => shorten(write(field, value) || words.nothing);
              return (
                <li key={change.field}>
                  {change.label}:{' '}
                  {change.from !== null && change.from !== undefined && (
                    <>
                      <bdi>{text(change.from)}</bdi>
                      <Arrow />
                    </>
                  )}
                  <bdi>{text(change.to)}</bdi>
                </li>
              );
            })}
          </ul>
        </Folded>
      )}
    </>
  );
}

/** The record itself shows its first values; they can be unfolded. */
function Folded({ text, children }: { text: string | null; children: ReactNode }) {
  if (text === null) return children;
  return (
    <details className={classes.folded}>
      <summary>{text}</summary>
      {children}
    </details>
  );
}

const LONGEST = 120;

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
