import type { ColumnView, FieldProblem, RecordView, ScreenView } from '@nonet/client';

/** A row of one of a record's lists that breaks a rule. */
export interface RefusedRow {
  readonly list: string;
  /** From 0. */
  readonly place: number;
  readonly row: RecordView;
  /** The part of it that its screen shows. */
  readonly columns: readonly ColumnView[];
}

/** The rows that a refusal names, as far as they are on the record's screen; each once. */
export function refusedRows(
  problems: readonly FieldProblem[],
  related: ScreenView['related'],
  record: RecordView,
): RefusedRow[] {
  const named = new Set(problems.flatMap(({ rows }) => rows ?? []));
  if (named.size === 0) return [];
  return related.flatMap(({ field, columns }) => {
    const rows = record[field];
    if (!Array.isArray(rows)) return [];
    return (rows as RecordView[]).flatMap((row, place) =>
      named.has(row.id) ? [{ list: field, place, row, columns }] : [],
    );
  });
}
