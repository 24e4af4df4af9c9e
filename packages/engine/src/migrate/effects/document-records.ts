import type { NewNames, Plan } from '@nonet/language';
import { findLaterRecords, nameOfRecord } from '../../seed/later-records.ts';
import { recordInNewNames } from '../../seed/record-in-new-names.ts';
import type { EffectOptions } from './effect-options.ts';

/** Changed `Records` of the document (3): which are added, which change, and which are left to people. */
export async function recordsOfTheDocument(
  options: EffectOptions,
  former: Plan,
  names: NewNames,
): Promise<readonly string[]> {
  const { plan } = options.index;
  const lines = (await findLaterRecords(options, former, names)).map((later) => {
    const name = nameOfRecord(later.entity, later.record);
    const of = `the ${later.heading} of ${later.entity.name}`;
    switch (later.kind) {
      case 'added':
        return `${of} have ${name} now: it is put in`;
      case 'changed':
        return `${of} state ${name} otherwise, and nobody has changed it: it has ${[...later.values.keys()].join(', ')} as stated now`;
      case 'alike':
        return `${of} state ${name} as people have written it already: it stays as it is`;
      case 'left':
        return `${of} state ${name} otherwise, and it stays as it is, for ${later.reason}: change it in the product`;
    }
  });
  const gone = plan.entities.flatMap((entity) => {
    const before = former.entities.find(({ name }) => names.entity(name) === entity.name);
    const stated = new Set(entity.records.map((record) => nameOfRecord(entity, record)));
    return (before?.records ?? [])
      .map((record) => nameOfRecord(entity, before === undefined ? record : recordInNewNames(record, before, names)))
      .filter((name) => name.startsWith('“') && !stated.has(name))
      .map((name) => `the Records of ${entity.name} have ${name} no more: it stays; delete it in the product`);
  });
  return [...lines, ...gone];
}
