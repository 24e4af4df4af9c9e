import { type Conversion, isKey, type ResolvedConversion, type ResolvedOrigin } from '@nonet/language';
import type { KeptTable } from './former/finish-former.ts';
import type { RefusedChange } from './refusals.ts';

/** A conversion that was carried out, by the names of the document in use, and the version that it came with. */
export interface DoneConversion extends Pick<Conversion, 'entity' | 'field' | 'text' | 'back'> {
  readonly version: number;
  /** The version that has the field no more; absent while it is there. The way back to a version before that needs it. */
  readonly goneIn?: number;
}

/** Conversions that a document has carried out since it was put to use, for one that is put to use after it. */
export interface ConversionBasis {
  /** The conversions in the order in which they were carried out. */
  readonly done: readonly DoneConversion[];
  /** The number of the former version that is put to use again. */
  readonly backTo: number | null;
  /**
   * The columns (`part._former_code`) that the storage keeps as the document knows them which is put to use again; none
   * where nothing is said.
   */
  readonly kept?: ReadonlySet<string>;
  /** The tables that the storage keeps of its entities which the document in use has no more, by name. */
  readonly keptTables?: ReadonlyMap<string, KeptTable>;
}

/** `rule`: which one states it. */
export interface PlannedConversion extends ResolvedConversion {
  readonly rule: 'from' | 'back';
  /** Which values it reads of fields that another `from` of the same document gives new ones, a phrase each. */
  readonly reads?: readonly string[];
}

export interface PlannedConversions {
  /** By `Entity.field`, in the names of the new document. */
  readonly pending: ReadonlyMap<string, PlannedConversion>;
  /** The former records that entities are made from, and the conversions over these. */
  readonly origins: readonly ResolvedOrigin[];
  readonly made: readonly PlannedConversion[];
  readonly refused: readonly RefusedChange[];
  /** The conversions that have been carried out when the document is in use as version `version`. */
  doneIn(version: number): readonly DoneConversion[];
}

/** The record of a conversion that has been carried out. */
export function doneNow({ entity, field, text, back }: Conversion, version: number): DoneConversion {
  return { entity, field, text, ...(back !== undefined && { back }), version };
}

/** A sentence as part of another one. */
const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Refuses conversions that do not fit the two documents; none if they fit. */
export function notRead(
  { conversion: { clause, entity, field, text }, problems }: ResolvedConversion,
  rule: 'from' | 'back',
): RefusedChange[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const found = errors.map(({ id, message }) => `${id} ${withoutFullStop(message)}`).join('; ');
  const remedies = {
    from: 'its names are those of the document in use; `nonet check --former <file>` shows where it stands',
    back: 'state it in the document in use so that it fits: nothing has to be done for it there, and it is known for the way back',
  };
  return [
    {
      clause,
      words: `\`${rule} ${text}\` of \`${entity}.${field}\` does not fit ${rule === 'from' ? 'the document in use' : 'the documents in use and before'}: ${found}`,
      count: 0,
      ids: [],
      remedy: remedies[rule],
    },
  ];
}

/** Refuses records to be made from what there is not. */
export function notMade({ origin, key, isKnown, problems }: ResolvedOrigin): RefusedChange[] {
  const { clause, entity, of } = origin;
  const refuse = (words: string, remedy: string): RefusedChange[] => [{ clause, words, count: 0, ids: [], remedy }];
  if (!isKnown)
    return refuse(
      `\`${entity}\` is made from \`${of}\`, which the document in use does not have`,
      `name an entity of the document in use, or leave \`from\` out, and \`${entity}\` has no records at first`,
    );
  const errors = [...problems.where, ...problems.key].filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return refuse(
      `the \`from\` of \`${entity}\` does not fit the document in use: ${errors.map(({ id, message }) => `${id} ${withoutFullStop(message)}`).join('; ')}`,
      'its names are those of the document in use; `nonet check --former <file>` shows where it stands',
    );
  if (origin.key !== null && (key === null || !isKey(key)))
    return refuse(
      `\`key ${origin.key}\` of \`${entity}\` does not distinguish records`,
      'write a key that is a text, a number, a date, a choice, a yes or no, or a record',
    );
  return [];
}
