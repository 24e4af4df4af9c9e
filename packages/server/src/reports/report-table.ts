import type { FieldView } from '@nonet/client';
import type { Report, ReportCell } from '@nonet/engine';
import { type Entity, hasValue, isOneOf, itemAt, keysOf, message, type MessageFormat } from '@nonet/language';
import { lastField } from '../view/columns.ts';
import type { Rights } from '../view/rights.ts';

/** A cell of a report as a file has it. A number is as exact as the API answers it, and written in its field's way. */
export type TableCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly field: FieldView | null }
  /** A date, a time or a duration, in the form of the API. */
  | { readonly kind: 'plain'; readonly text: string };

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** The heads of periods and of the forms of measures, by their words in a request. */
const PERIODS = {
  day: 'reportDay',
  week: 'reportWeek',
  month: 'reportMonth',
  quarter: 'reportQuarter',
  year: 'reportYear',
} as const;
const FORMS = { sum: 'reportSum', avg: 'reportAvg', min: 'reportMin', max: 'reportMax' } as const;
const FORMS_OF_TIME = { ...FORMS, min: 'reportEarliest', max: 'reportLatest' } as const;
const OF_FIELD = /^([a-z]+)\((.+)\)$/;

/** A grouping or a measure of a report: its name for people, and the field it is of; null for the count. */
interface Named {
  readonly label: string;
  readonly period: keyof typeof PERIODS | null;
  readonly field: FieldView | null;
}

/** A report as a table in the words of its reader: a column for each measure of each group, the totals last. */
export function reportTable(
  rights: Rights,
  entity: Entity,
  asked: { readonly rows: string; readonly columns: string | null },
  report: Report,
  format: MessageFormat,
): ReportTable {
  const name = (key: string) => named(rights, entity, key, format);
  const rows = name(asked.rows);
  const columns = asked.columns === null ? null : name(asked.columns);
  const measures = report.measures.map(name);
  const total = format.message(message('reportTotal'));
  const others = (groups: number) => format.message(message('reportOthers', { groups }));
  const heads =
    columns === null
      ? null
      : [
          ...(report.columns ?? []).map((group) => groupText(columns, group, format)),
          ...(report.otherColumns === null ? [] : [others(report.otherColumns.groups)]),
          total,
        ];
  const headOf = (head: string) => (measures.length === 1 ? [head] : measures.map(({ label }) => `${head} – ${label}`));
  const cellsOf = (cell: ReportCell | null): TableCell[] =>
    measures.map(({ field }, place) => valueCell(cell?.[place] ?? null, field));
  const lineOf = (head: string, cells: readonly (ReportCell | null)[] | null, all: ReportCell): TableCell[] => [
    { kind: 'text', text: head },
    ...(cells ?? []).flatMap(cellsOf),
    ...cellsOf(all),
  ];
  const totals = [
    ...(report.columns ?? []).map((group) => group.total),
    ...(report.otherColumns === null ? [] : [report.otherColumns.total]),
  ];
  return {
    head: [rows.label, ...(heads === null ? measures.map(({ label }) => label) : heads.flatMap(headOf))],
    rows: [
      ...report.rows.map((row) => lineOf(groupText(rows, row, format), row.cells, row.total)),
      ...(report.otherRows === null
        ? []
        : [lineOf(others(report.otherRows.groups), report.otherRows.cells, report.otherRows.total)]),
      lineOf(total, columns === null ? null : totals, report.total),
    ],
  };
}

function named(rights: Rights, entity: Entity, key: string, format: MessageFormat): Named {
  if (key === 'count') return { label: format.message(message('reportCount')), period: null, field: null };
  const [, word = '', of = key] = OF_FIELD.exec(key) ?? [];
  const path = of.split('.');
  const field = lastField(rights, entity.name, path);
  const label = field?.label ?? itemAt(path, -1);
  if (isOneOf(keysOf(PERIODS), word))
    return { label: format.message(message(PERIODS[word], { label })), period: word, field };
  if (isOneOf(keysOf(FORMS), word)) {
    const forms = field !== null && hasValue(field, 'date', 'datetime', 'time') ? FORMS_OF_TIME : FORMS;
    return { label: format.message(message(forms[word], { label })), period: null, field };
  }
  return { label, period: null, field };
}

/** A group's name: a title, a choice's label, a period in a form that can be put in order. */
function groupText(
  { field, period }: Named,
  { key, label }: Pick<Report['rows'][number], 'key' | 'label'>,
  format: MessageFormat,
): string {
  if (key === null) return format.message(message('reportNothing'));
  if (label !== null) return label;
  if (typeof key === 'boolean') return format.message(message(key ? 'yes' : 'no'));
  const text = String(key);
  if (period === 'year') return text.slice(0, 4);
  if (period === 'quarter') return `${text.slice(0, 4)}-Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`;
  if (period === 'month') return text.slice(0, 7);
  return field?.choices?.find(({ name }) => name === key)?.label ?? text;
}

function valueCell(value: string | number | null, field: FieldView | null): TableCell {
  if (value === null) return { kind: 'plain', text: '' };
  const isNumber = field === null || hasValue(field, 'number');
  return isNumber ? { kind: 'number', text: String(value), field } : { kind: 'plain', text: String(value) };
}
