import { CONSTANTS_CODES } from '../../../diagnostics/codes/constants.ts';
import { editDistance } from '../../../diagnostics/nearest.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** The maximum number of letters that differ between two spellings of one name, if that is a small part of it. */
const SLIP = 2;
const LONG = 8;

/** 9: A variable whose name is nearly its constant's may be misspelt; no document knows which variables there are. */
export function checkReadNames(model: Model, context: Context): void {
  for (const { clause, name, value } of model.constants) {
    if (value.kind !== 'env' && value.kind !== 'secret') continue;
    const span = model.places.get(clause);
    const isNear = name.length >= LONG && editDistance(value.name, name, SLIP + 1) <= SLIP;
    if (span && value.name !== name && isNear)
      context.report('N909', CONSTANTS_CODES.N909, { constant: name, name: value.name }, span, { clause });
  }
}
