import type { ColumnView, SummaryValuesView } from '@nonet/client';

/** The figures that can stand below a column of numbers. */
export const SUM_KINDS = ['sum', 'average', 'minimum', 'maximum', 'filled'] as const;
export type SumKind = (typeof SUM_KINDS)[number];

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);

export function isNumber({ field }: ColumnView): boolean {
  return field.several !== true && NUMBERS.has(field.kind);
}

/** The figures that a reader has chosen for columns, by their paths; null: none. */
export type SumChoices = Readonly<Record<string, SumKind | null>>;

/** Choices in their stored form; an unreadable one (of another version) is none. */
export function readSums(text: string | null): SumChoices {
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([path, kind]): [string, SumKind | null][] => {
        const known = SUM_KINDS.find((each) => each === kind);
        return known !== undefined || kind === null ? [[path, known ?? null]] : [];
      }),
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
}

/** The figure below a column: amounts of money are added up unless something else is chosen. */
export function sumOf(column: ColumnView, choices: SumChoices): SumKind | null {
  if (!isNumber(column)) return null;
  const chosen = choices[column.path.join('.')];
  return chosen === undefined ? (column.field.kind === 'money' ? 'sum' : null) : chosen;
}

/** The value that stands below a column; an average keeps two more digits than the column. */
export function sumValue(values: SummaryValuesView, kind: SumKind, column: ColumnView): string | number | null {
  const value = values[kind];
  if (kind !== 'average' || typeof value !== 'string') return value;
  const digits =
    (column.field.kind === 'money' ? 2 : (column.field.scale ?? 0) + 2) + (column.field.kind === 'percent' ? 2 : 0);
  return String(Number(Number(value).toFixed(digits)));
}
