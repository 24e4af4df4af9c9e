export { neededByCell } from '../check/derived/needed-fields.ts';
export { mightAllowNew } from '../check/derived/new-record.ts';
export { recordsNamed } from '../check/derived/seed-names.ts';
export { planOf } from '../plan/plan-of.ts';
export type * from '../plan/plan.ts';
export { readersLocale } from '../plan/readers-locale.ts';
export { languagesOf, translatePlan } from '../plan/translate.ts';
export { type DatePart, type DatePattern, datePatternOf, readDate } from '../plan/typed-date.ts';
export { readDecimal, type Separators, separatorsOf } from '../plan/typed-decimal.ts';
