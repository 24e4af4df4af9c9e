import { type Conversion, isSameConversion, type NewNames, type Plan, resolveWaysBack } from '@nonet/language';
import { tableName } from '../sql/identifiers.ts';
import { sinceName } from './former/kept-column.ts';
import { type DoneConversion, notRead, type PlannedConversions } from './planned-conversions.ts';
import type { RefusedChange } from './refusals.ts';

/**
 * The way from the document in use back to a former version (3, `back`): each conversion since that version as one of
 * its fields, over the document in use.
 * @param since The conversions that were carried out since, in the names of the document in use.
 * @param kept The columns that the storage keeps: a field whose former values are among them needs no `back`.
 */
export function planBack(
  stored: Plan,
  plan: Plan,
  names: NewNames,
  { since, kept }: { readonly since: readonly DoneConversion[]; readonly kept: ReadonlySet<string> },
): Pick<PlannedConversions, 'pending' | 'refused'> {
  const last = Math.max(0, ...since.map(({ version }) => version));
  const earlier = since.filter(({ version }) => version < last);
  if (earlier.length > 0) return { pending: new Map(), refused: [onTheWay(earlier, last)] };
  const conversions = since.map((each) => statedNow(each, stored));
  const { resolved, unplaced } = resolveWaysBack(stored, conversions, plan);
  const pending = new Map(
    resolved.flatMap((each) =>
      each.expression === null
        ? []
        : [[`${each.conversion.entity}.${each.conversion.field}`, { ...each, rule: 'back' as const }]],
    ),
  );
  const isPlaced = (conversion: Conversion) =>
    resolved.some((each) => each.of === conversion) || unplaced.some((each) => each.of === conversion);
  const lost = conversions.filter((conversion) => {
    const [entity, field] = [names.entity(conversion.entity), names.field(conversion.entity, conversion.field)];
    if (kept.has(`${tableName(conversion.entity)}.${sinceName(conversion.field)}`)) return false;
    const isKept = plan.entities.some(
      ({ name, fields }) => name === entity && fields.some((own) => own.name === field),
    );
    return isKept && !isPlaced(conversion) && !pending.has(`${entity}.${field}`);
  });
  return {
    pending,
    refused: [
      ...resolved.flatMap((each) => notRead(each, 'back')),
      ...unplaced.map(({ of, target, candidates }) => notPlaced(of, target, candidates)),
      ...lost.map((conversion) => notTakenBack(conversion, last)),
    ],
  };
}

/** A conversion as the document in use states it: what leads back may have come to it later. */
function statedNow(done: DoneConversion, { conversions }: Plan): Conversion {
  const { entity, field, text } = done;
  const stated = conversions.find(
    (each) => each.entity === entity && each.field === field && isSameConversion(each, done),
  );
  const back = stated?.back ?? done.back;
  return { clause: `3.${entity}.${field}`, entity, field, text, ...(back !== undefined && { back }) };
}

function notTakenBack({ clause, entity, field, text }: Conversion, version: number): RefusedChange {
  return {
    clause,
    words: `\`${entity}.${field}\` was given new values in version ${version} (\`from ${text}\`), and nothing says how they become the former ones`,
    count: 0,
    ids: [],
    remedy:
      'add `back …` to this `from` in the document in use, which works the former value out of those in use, and put that to use first',
  };
}

function notPlaced(
  { clause, entity, field, back = [] }: Conversion,
  target: string | null,
  candidates: readonly string[],
): RefusedChange {
  const stated = back.map(({ text }) => text).join(', ');
  return {
    clause,
    words:
      target === null
        ? `\`back ${stated}\` of \`${entity}.${field}\` does not say which former field it is for`
        : `\`back\` of \`${entity}.${field}\` is for \`${target}\`, which this version does not store`,
    count: 0,
    ids: [],
    remedy: `write \`back ${candidates[0] ?? 'former_field'} = …\` in the document in use, and put that to use first`,
  };
}

/** Values that were given twice are taken back one after the other. */
function onTheWay(earlier: readonly DoneConversion[], last: number): RefusedChange {
  const fields = [...new Set(earlier.map(({ entity, field }) => `\`${entity}.${field}\``))].join(', ');
  return {
    clause: `3.${earlier[0]?.entity}.${earlier[0]?.field}`,
    words: `version ${last} gave new values out of those that ${fields} had before, so they are taken back one after the other`,
    count: 0,
    ids: [],
    remedy: `put the document of version ${last - 1} to use first (\`nonet apply --back\`), and this one then`,
  };
}
