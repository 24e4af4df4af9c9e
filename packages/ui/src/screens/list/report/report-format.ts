import type { GroupKey } from '@nonet/client';
import { localTitle } from '../../../data/client.ts';
import type { Grouping } from '../../../data/groups.ts';
import type { ReportMeasure } from '../../../data/reports.ts';
import { formatValue, useFormat } from '../../../format/format.ts';
import { useReportWords } from '../../../words/report-words.ts';

interface Group {
  readonly key: GroupKey;
  readonly label: string | null;
}

/** The words of a list's foot for the forms of a measure. */
const FORMS = { sum: 'sum', avg: 'average', min: 'minimum', max: 'maximum' } as const;
/** Kinds of which a report has the first and the last. */
const DATES: ReadonlySet<string> = new Set(['date', 'datetime', 'time']);
const MONTHS_OF_QUARTER = 3;
/** An average keeps two more digits than the values that it is of. */
const MORE_DIGITS = 2;

/** How a report's groups, measures and values are written for its reader. */
export function useReportFormat() {
  const words = useReportWords();
  const format = useFormat();

  const period = (of: NonNullable<Grouping['period']>, first: string): string => {
    switch (of) {
      case 'day':
        return format.date(first);
      case 'week':
        return words.weekOf(format.date(first));
      case 'month':
        return format.month(first);
      case 'quarter':
        return words.quarterOf(String(Math.ceil(Number(first.slice(5, 7)) / MONTHS_OF_QUARTER)), first.slice(0, 4));
      case 'year':
        return first.slice(0, 4);
    }
  };

  const average = (text: string, { kind, scale }: NonNullable<ReportMeasure['of']>['column']['field']): string => {
    const digits = kind === 'money' ? 2 : (scale ?? 0) + MORE_DIGITS + (kind === 'percent' ? 2 : 0);
    return String(Number(Number(text).toFixed(digits)));
  };

  return {
    count: (value: number): string => format.count(value),
    grouping: ({ column, period: of }: Grouping): string =>
      of === null ? column.label : `${column.label} (${words.datePeriods[of]})`,
    measure: ({ of }: ReportMeasure): string => {
      if (of === null) return words.reportCount;
      const isTime = DATES.has(of.column.field.kind);
      const ofTime = of.form === 'min' ? words.reportEarliest : words.reportLatest;
      return `${of.column.label}: ${isTime ? ofTime : words.sums[FORMS[of.form]]}`;
    },
    group: ({ column, period: of }: Grouping, { key, label }: Group): string => {
      if (key === null) return words.notStated;
      if (label !== null) return localTitle(label);
      if (of !== null) return period(of, String(key));
      return formatValue(format, column.field, key);
    },
    /** A group at an axis, where months are short. */
    axisGroup: (by: Grouping, group: Group, isFirst: boolean, whole: string): string =>
      by.period === 'month' && group.key !== null ? format.axisMonth(String(group.key), isFirst) : whole,
    value: ({ of }: ReportMeasure, value: string | number | null): string => {
      if (value === null) return '–';
      if (of === null) return format.count(value);
      const { field } = of.column;
      if (of.form === 'avg' && field.kind === 'duration') return format.duration(roughly(String(value)));
      const text = of.form === 'avg' ? average(String(value), field) : value;
      return field.kind === 'integer' ? format.decimal(text, null) : formatValue(format, avgField(of), text);
    },
    /** A round value at an axis. */
    axis: ({ of }: ReportMeasure, value: number): string => format.compact(value, of?.column.field.kind === 'money'),
    others: (by: Grouping, groups: number): string =>
      by.period === null ? words.otherGroups(groups, format.count(groups)) : words.earlierGroups(format.count(groups)),
  };
}

/** A duration by its two largest units: what an average has below them is of no use. */
function roughly(iso: string): string {
  const [, sign = '', days = '', times = ''] = /^(-?)P([^T]*)T?(.*)$/.exec(iso) ?? [];
  const unitsOf = (text: string) => text.match(/-?[\d.]+[A-Z]/g) ?? [];
  const first = unitsOf(days).slice(0, 2);
  const last = unitsOf(times).slice(0, 2 - first.length);
  if (first.length + last.length === 0) return iso;
  return `${sign}P${first.join('')}${last.length === 0 ? '' : `T${last.join('')}`}`;
}

/** The field of a measure; an average of decimals has as many digits as it keeps. */
function avgField({ form, column: { field } }: NonNullable<ReportMeasure['of']>) {
  return form === 'avg' && field.kind === 'decimal' ? { ...field, scale: null } : field;
}
