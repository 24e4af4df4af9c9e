import type { PlanIndex } from '../plan-index.ts';

/** The statements that make the tables of a plan, in order. */
export declare function planSchema(index: PlanIndex): string[];
