import type { Model } from '../../model/model.ts';
import type { Context } from '../context.ts';

/** One check: it sees the whole model and reports. Checks do not depend on each other. */
export type ModelCheck = (model: Model, context: Context) => void;

/** Every check, in the order of the language's points. */
export const CHECKS: readonly ModelCheck[] = [];
