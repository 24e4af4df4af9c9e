import { Stack, Text, Title } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery } from '../../data/queries.ts';
import type { PermissionRow } from '../../data/stated.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RowsSkeleton } from '../skeleton.tsx';
import { Readers } from './readers.tsx';

/** The part that is read from the document, once it is loaded. */
export function FromDocument({ children }: { children: (document: DocumentView) => ReactNode }) {
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  if (error) return <ProblemAlert error={error} />;
  return data ? <Stack gap="lg">{children(data)}</Stack> : <RowsSkeleton rows={4} />;
}

/** Reasons of one sort, under their heading. */
export function Reasons({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3}>{title}</Title>
      <Stack gap="xs" mt={4}>
        {children}
      </Stack>
    </section>
  );
}

interface RowReasonProps {
  document: DocumentView;
  label: string;
  rows: readonly PermissionRow[];
  /** The text in the place of rows if there are none. */
  otherwise: ReactNode;
}

/** A part that not everybody sees, with the rows of point 6 that decide who does. */
export function RowReason({ document, label, rows, otherwise }: RowReasonProps) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {rows.map((row) => (
        <div key={`${row.entity} ${row.may}`}>
          {rows.length > 1 && (
            <Text size="xs" c="dimmed">
              {row.entity}: {row.may}
            </Text>
          )}
          <Readers document={document} {...row} />
        </div>
      ))}
      {rows.length === 0 && otherwise}
    </div>
  );
}
