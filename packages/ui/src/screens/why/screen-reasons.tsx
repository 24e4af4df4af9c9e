import { Stack, Text, Title } from '@mantine/core';
import type { DocumentView, ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../data/queries.ts';
import { columnsOf, fieldClause, readRowsOf } from '../../data/stated.ts';
import { useWords } from '../../words/words.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Readers } from './readers.tsx';
import { RowsSkeleton } from '../skeleton.tsx';
import { Sentence } from '../../parts/why.tsx';

type StatedColumn = DocumentView['screens'][number]['columns'][number];

/** What the document says of a screen of several records: which ones, for whom, and what of it this reader does not see. */
export function ScreenReasons({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <RowsSkeleton rows={4} />;
  const stated = data.screens.find(({ slug }) => slug === screen.slug);
  const entity = stated?.entity ?? null;
  if (!stated || entity === null) return <Sentence clause={screen.clause} />;
  const { hidden, guarded } = columnsOf(data, stated, screen);
  const computed = screen.groups.flatMap(({ columns }) => columns.filter(({ field }) => field.computed));
  const offered = new Set(screen.actions.map(({ clause }) => clause));
  const refused = stated.actions.filter((clause) => !offered.has(clause));
  const where = `${screen.clause}.where`;
  const readers = (column: StatedColumn) => <ColumnReaders document={data} entity={entity} column={column} />;
  return (
    <Stack gap="lg">
      <Reasons title={words.whyRecords}>
        <Sentence clause={where in data.clauses ? where : `${screen.clause}.kind`} />
      </Reasons>
      <Reasons title={words.whyRecordReaders}>
        <Readers document={data} entity={entity} may="read" />
      </Reasons>
      {hidden.length > 0 && <Reasons title={words.whyHidden}>{hidden.map(readers)}</Reasons>}
      {guarded.length > 0 && <Reasons title={words.whyNotAll}>{guarded.map(readers)}</Reasons>}
      {refused.length > 0 && (
        <Reasons title={words.whyNotOffered}>
          {refused.flatMap((clause) =>
            deciding(data, entity, clause).map((each) => <Sentence key={each} clause={each} />),
          )}
        </Reasons>
      )}
      {computed.length > 0 && (
        <Reasons title={words.whyComputed}>
          {computed.map(({ field }) => (
            <Sentence key={field.clause} clause={field.clause} />
          ))}
        </Reasons>
      )}
    </Stack>
  );
}

function Reasons({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3}>{title}</Title>
      <Stack gap="xs" mt={4}>
        {children}
      </Stack>
    </section>
  );
}

function ColumnReaders({ document, entity, column }: { document: DocumentView; entity: string; column: StatedColumn }) {
  const rows = readRowsOf(document, entity, column.path);
  return (
    <div key={column.clause}>
      <Text size="sm" fw={500}>
        {column.label}
      </Text>
      {rows.map((row) => (
        <Readers key={`${row.entity} ${row.may}`} document={document} {...row} />
      ))}
      {rows.length === 0 && <Sentence clause={fieldClause(document, entity, column.path) ?? column.clause} />}
    </div>
  );
}

/** The clauses that decide who may take an action of a screen: the rows of its event, or those of point 6. */
function deciding(document: DocumentView, entity: string, action: string): string[] {
  const name = action.split('.').at(-1) ?? '';
  const rows = document.workflows
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ transitions }) => transitions.filter(({ event }) => event === name).map(({ clause }) => clause));
  const permitted = `6.${entity}.${name === 'edit' ? 'update' : name}`;
  return rows.length > 0 ? [...new Set(rows)] : [permitted in document.clauses ? permitted : action];
}
