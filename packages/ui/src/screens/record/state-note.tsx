import { Text } from '@mantine/core';
import type { EntityView, HistoryEntryView, RecordView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldOf } from '../../data/product.ts';
import { historyQuery } from '../../data/queries.ts';
import { lastMove, saidIn } from '../../data/record-note.ts';
import { useFormat } from '../../format/format.ts';
import { relativeTime } from '../../format/relative.ts';
import { PersonMark } from '../../parts/person-mark.tsx';
import { useWords } from '../../words/words.ts';
import classes from './record.module.css';

/** Since when the record is in its state and who brought it there, with what they said of it. */
export function StateNote({ entity, record }: { entity: EntityView; record: RecordView }) {
  const { data } = useQuery({ ...historyQuery(entity.path, record.id), enabled: entity.history });
  const state = entity.stateField === null ? null : record[entity.stateField];
  const move = data && typeof state === 'string' ? lastMove(data, state) : null;
  return move && <Note entity={entity} move={move} />;
}

function Note({ entity, move }: { entity: EntityView; move: HistoryEntryView }) {
  const words = useWords();
  const format = useFormat();
  const said = saidIn(move, entity);
  const by = move.by ?? null;
  const [now] = useState(Date.now);
  return (
    <div className={classes.note} data-said={said.length > 0 || undefined}>
      <Text size="sm" c="dimmed" component="p">
        {by && <PersonMark id={by.id} name={by._title} />}
        {by?._title ?? words.theProduct}
        {' · '}
        {move.label}
        {' · '}
        <time dateTime={move.at} title={format.dateTime(move.at)}>
          {relativeTime(move.at, format, now)}
        </time>
      </Text>
      {said.map(({ field, text }) => (
        <blockquote key={field}>
          <span className="visually-hidden">{fieldOf(entity, field)?.label}: </span>
          <bdi>{text}</bdi>
        </blockquote>
      ))}
    </div>
  );
}
