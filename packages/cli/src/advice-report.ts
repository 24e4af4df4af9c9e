import type { Advice, LargeEntity, PlacedClause, WholeReadings } from '@nonet/engine';
import { type CheckedDocument, checkWithSizes, type Diagnostic, MANY_RECORDS, stateSize } from '@nonet/language';

/** A report of `check` about a clause at a size. */
export interface ReportedAtSize {
  readonly code: 'N384' | 'N385';
  readonly message: string;
  readonly clause: PlacedClause;
}

/** An entity that is read as a whole, and the clauses that may do so. */
export interface WholeReadingsByClause extends WholeReadings {
  readonly mayReadAll: readonly ReportedAtSize[];
}

/** An entity whose size is to be stated. */
export interface SizeToState extends LargeEntity {
  /** The row of its settings; null for an entity without a section in the document, as the built-in `User`. */
  readonly row: string | null;
  /** The reports of `check` then. */
  readonly reported: readonly ReportedAtSize[];
}

/** The JSON of `nonet advise`. */
export interface AdviceReport extends Omit<Advice, 'readWhole' | 'sizes'> {
  /** Whether the document that was named is the one in use, to whose lines the places belong. */
  readonly isDocumentInUse: boolean;
  readonly readWhole: readonly WholeReadingsByClause[];
  readonly sizes: readonly SizeToState[];
}

/** Adds to what a database advises what the checker tells of the document in use at the sizes that were found. */
export function reportAdvice(advice: Advice, inUse: CheckedDocument, isDocumentInUse: boolean): AdviceReport {
  const stated = (name: string) => inUse.model.entities.find((entity) => entity.name === name)?.size ?? 0;
  const reportedOn = reportAt(
    inUse,
    new Map([
      ...advice.readWhole.map(({ name, records }) => [name, Math.max(records, stated(name), MANY_RECORDS)] as const),
      ...advice.sizes.map(({ name, suggested }) => [name, suggested] as const),
    ]),
  );
  return {
    ...advice,
    isDocumentInUse,
    readWhole: advice.readWhole.map((reading) => ({ ...reading, mayReadAll: reportedOn(reading.name) })),
    sizes: advice.sizes.map((size) => {
      const row = stateSize(inUse, size.name, size.suggested);
      return { ...size, row: row && `| size | ${row.value} |`, reported: reportedOn(size.name) };
    }),
  };
}

function reportAt(inUse: CheckedDocument, sizes: ReadonlyMap<string, number>) {
  const found = sizes.size === 0 ? [] : checkWithSizes(inUse, sizes);
  return (entity: string): readonly ReportedAtSize[] =>
    found.filter(({ details }) => details.entity === entity).map((one) => reportedOf(inUse, one));
}

function reportedOf(
  { plan }: CheckedDocument,
  { code, message, clause = '' }: Diagnostic<'N384' | 'N385'>,
): ReportedAtSize {
  const found = plan?.clauses[clause];
  const place = found === undefined ? null : { file: found.file, line: found.line, text: found.text };
  return { code, message, clause: { clause, place } };
}
