import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import { editDistance } from '../../../diagnostics/nearest.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** So many letters may differ in what is meant as the same name, of names of which that is a small part. */
const SLIP = 2;
const LONG = 8;

/** 9: A variable that is called all but like its constant may be misspelt; no document knows which there are. */
export function checkReadNames(model: Model, context: Context): void {
  for (const { clause, name, value } of model.constants) {
    if (value.kind !== 'env' && value.kind !== 'secret') continue;
    const span = model.places.get(clause);
    const isNear = name.length >= LONG && editDistance(value.name, name, SLIP + 1) <= SLIP;
    if (span && value.name !== name && isNear)
      context.report('N909', CONSTANTS_CODES.N909, { constant: name, name: value.name }, span, { clause });
  }
}
