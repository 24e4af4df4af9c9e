export { conjuncts } from '../check/resolve/walk.ts';
export { goesOverOld, isClosed, replaceOfOld } from '../expression/before.ts';
export * from '../expression/check.ts';
export type * from '../expression/constant-value.ts';
export {
  durationInRange,
  durationMicroseconds,
  formatDuration,
  parseDuration,
  readWorkingDays,
} from '../expression/duration.ts';
export { compileToClosure, type Environment } from '../expression/evaluate.ts';
export { inOrderOfDefaults, readsItsRecord, valuesNeeded, type WorkedOut } from '../expression/default-order.ts';
export { type FieldRead, fieldsRead, ownFields, fieldsAffectedBy } from '../expression/fields.ts';
export { type ParsedValue, parseValue } from '../expression/literal.ts';
export { isLocal, type Known } from '../expression/local.ts';
export { type Pattern, patternOf } from '../expression/pattern.ts';
export { printExpression } from '../expression/print.ts';
export { queriedEntities, type ReadField, readFields } from '../expression/read-fields.ts';
export { instantOfTime } from '../expression/instant-of-time.ts';
export { queryWithin } from '../expression/rewrite.ts';
export type * from '../expression/scope.ts';
export type * from '../expression/tree.ts';
export type * from '../expression/type.ts';
export { children, walk } from '../expression/walk.ts';
export { FUNCTIONS, type FunctionRow, type Parameter } from '../vocabulary/functions.ts';
export { TIME_UNITS } from '../vocabulary/units.ts';
export {
  type Frequency,
  MOST_COUNT,
  MOST_EXCEPTIONS,
  MOST_INTERVAL,
  nextOccurrence,
  occurrencesBetween,
  occurrencesOf,
  type Recurrence,
  storedRecurrence,
} from '../expression/recurrence.ts';
export { type ReadRecurrence, readRecurrence, writeRecurrence } from '../expression/recurrence-text.ts';
