import {
  type Conversion,
  isSameConversion,
  type NewNames,
  type Plan,
  readConversions,
  readFields,
} from '@nonet/language';
import { planBack } from './conversions-back.ts';
import {
  type ConversionBasis,
  type DoneConversion,
  doneNow,
  notMade,
  notRead,
  type PlannedConversion,
  type PlannedConversions,
} from './planned-conversions.ts';
import type { RefusedChange } from './refusals.ts';

/**
 * The conversions of a document that have not been carried out yet. A conversion may stay in the document, also beside
 * later ones, and is never carried out twice.
 */
export function planConversions(
  stored: Plan,
  plan: Plan,
  names: NewNames,
  { done, backTo, kept: keptColumns }: ConversionBasis,
): PlannedConversions {
  const named = done.map((each) => ({
    ...each,
    entity: names.entity(each.entity),
    field: names.field(each.entity, each.field),
  }));
  const made = new Set(readConversions(plan, [], stored).origins.map(({ origin }) => origin.entity));
  const isThere = ({ entity }: Conversion | DoneConversion) => !made.has(entity);
  if (backTo !== null)
    return {
      ...planBack(stored, plan, names, { since: doneSince(done, backTo), kept: keptColumns ?? new Set() }),
      origins: [],
      made: [],
      doneIn: () => named.flatMap((each) => (each.version > backTo ? [] : [asOf(each, backTo)])),
    };
  const isKept = (each: DoneConversion) =>
    each.goneIn === undefined &&
    isThere(each) &&
    plan.entities.find(({ name }) => name === each.entity)?.fields.some(({ name }) => name === each.field) === true;
  const kept = named.filter(isKept);
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
  const { conversions: resolved, origins } = readConversions(plan, open, stored);
  const planned = resolved.flatMap((each): PlannedConversion[] =>
    each.expression === null ? [] : [{ ...each, rule: 'from' }],
  );
  const ofThere = planned.filter(({ origin }) => origin === undefined);
  return {
    pending: new Map(
      ofThere.map((each) => [
        `${each.conversion.entity}.${each.conversion.field}`,
        { ...each, reads: readsOtherwise(each, { plan, names, kept, open }) },
      ]),
    ),
    origins,
    made: planned.filter(({ origin }) => origin !== undefined),
    refused: [...repeated, ...origins.flatMap(notMade), ...resolved.flatMap((each) => notRead(each, 'from'))],
    doneIn: (version) => [
      ...named.map((each) => (isKept(each) ? each : { ...each, goneIn: each.goneIn ?? version })),
      ...open.map((conversion) => doneNow(conversion, version)),
    ],
  };
}

/** A conversion as it was when a version was in use: a field that went later was there. */
function asOf({ goneIn, ...each }: DoneConversion, version: number): DoneConversion {
  return goneIn === undefined || goneIn > version ? each : { ...each, goneIn };
}

/**
 * The conversions to be taken back. The value of a field that is gone matters where others were worked out of values
 * since: they lead back to it first.
 */
function doneSince(done: readonly DoneConversion[], backTo: number): readonly DoneConversion[] {
  const since = done.filter(({ version }) => version > backTo);
  const isLater = (goneIn: number) => since.some((each) => each.goneIn === undefined && each.version >= goneIn);
  return since.filter(({ goneIn }) => goneIn === undefined || isLater(goneIn));
}

interface Stated {
  readonly plan: Plan;
  readonly names: NewNames;
  /** The conversions that were carried out, by their names of now. */
  readonly kept: readonly DoneConversion[];
  readonly open: readonly Conversion[];
}

/**
 * The fields that a conversion reads and another one of the document gives new values: two branches may have brought them, and
 * which values are read depends on which one was put to use first.
 */
function readsOtherwise(
  { conversion, expression }: PlannedConversion,
  { plan, names, kept, open }: Stated,
): readonly string[] {
  const read = expression === null ? [] : readFields(expression);
  return read.flatMap(({ entity: of, field: name }) => {
    const [entity, field] = [names.entity(of), names.field(of, name)];
    const isIt = (each: Pick<Conversion, 'entity' | 'field'>) => each.entity === entity && each.field === field;
    const stated = plan.conversions.find(isIt);
    if (stated === undefined || isIt(conversion)) return [];
    if (open.includes(stated)) return [`reads \`${of}.${name}\` as it was before its own \`from\``];
    const done = kept.findLast(isIt);
    return done === undefined ? [] : [`reads \`${of}.${name}\` as version ${done.version} left it`];
  });
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
