import {
  type Conversion,
  isSameConversion,
  type Plan,
  type ResolvedConversion,
  resolveConversions,
} from '@nonet/language';
import type { RefusedChange } from './refusals.ts';
import type { NewNames } from './renamed-plan.ts';

/** A conversion that was carried out, by the names of the document in use, and the version that it came with. */
export interface DoneConversion extends Pick<Conversion, 'entity' | 'field' | 'text'> {
  readonly version: number;
}

/** Conversions that a document has carried out since it was put to use, for one that is put to use after it. */
export interface ConversionBasis {
  /** In the order in which they were carried out. */
  readonly done: readonly DoneConversion[];
  /** Of a former version that is put to use again, its number. */
  readonly backTo: number | null;
}

export interface PlannedConversions {
  /** By `Entity.field`, in the names of the new document. */
  readonly pending: ReadonlyMap<string, ResolvedConversion>;
  readonly refused: readonly RefusedChange[];
  /** What was carried out when the document is in use, as version `version`. */
  doneIn(version: number): readonly DoneConversion[];
}

/**
 * Which conversions of a document are carried out: those that were not before. A conversion stays in the document as long as
 * somebody likes, also in one that was written beside a later one, and never counts twice.
 */
export function planConversions(
  stored: Plan,
  plan: Plan,
  names: NewNames,
  { done, backTo }: ConversionBasis,
): PlannedConversions {
  const named = done.map((each) => ({
    ...each,
    entity: names.entity(each.entity),
    field: names.field(each.entity, each.field),
  }));
  const kept = named.filter(({ entity, field }) =>
    plan.entities.find(({ name }) => name === entity)?.fields.some(({ name }) => name === field),
  );
  if (backTo !== null) {
    const since = kept.filter(({ version }) => version > backTo);
    return { pending: new Map(), refused: since.map(notTakenBack), doneIn: () => kept };
  }
  const isOf = (conversion: Conversion) => (each: DoneConversion) =>
    each.entity === conversion.entity && each.field === conversion.field;
  const open = plan.conversions.filter((conversion) => {
    const last = kept.findLast(isOf(conversion));
    return last === undefined || !isSameConversion(last, conversion);
  });
  const repeated = open.flatMap((conversion) => {
    const before = kept.filter(isOf(conversion)).find((each) => isSameConversion(each, conversion));
    return before === undefined ? [] : [carriedOutBefore(conversion, before)];
  });
  const resolved = resolveConversions(plan, open, stored);
  return {
    pending: new Map(
      resolved.flatMap((each) =>
        each.expression === null ? [] : [[`${each.conversion.entity}.${each.conversion.field}`, each]],
      ),
    ),
    refused: [...repeated, ...resolved.flatMap(notRead)],
    doneIn: (version) => [...kept, ...open.map(({ entity, field, text }) => ({ entity, field, text, version }))],
  };
}

function notTakenBack({ entity, field, text, version }: DoneConversion): RefusedChange {
  return {
    clause: `3.${entity}.${field}`,
    words: `\`${entity}.${field}\` was given new values in version ${version} (\`from ${text}\`), and this version does not say how they become the former ones`,
    count: 0,
    ids: [],
    remedy: `state \`from …\` there, which works the former values out of those in use`,
  };
}

function carriedOutBefore({ clause, entity, field, text }: Conversion, { version }: DoneConversion): RefusedChange {
  return {
    clause,
    words: `\`from ${text}\` of \`${entity}.${field}\` was carried out in version ${version} already, and another one since`,
    count: 0,
    ids: [],
    remedy: 'leave it out; or write it otherwise (in brackets) where it is meant once more',
  };
}

function notRead({ conversion: { clause, entity, field, text }, problems }: ResolvedConversion): RefusedChange[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  return [
    {
      clause,
      words: `\`from ${text}\` of \`${entity}.${field}\` does not fit the document in use: ${errors.map(({ id, message }) => `${id} ${message.replace(/\.$/, '')}`).join('; ')}`,
      count: 0,
      ids: [],
      remedy: 'its names are those of the document in use; `nonet check --former <file>` tells where it stands',
    },
  ];
}
