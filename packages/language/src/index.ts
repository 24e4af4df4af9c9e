export { answerGap, type Question, questionsOf } from './answer/answer-gap.ts';
export { type Checked, type CheckedDocument, check, checkDocument } from './check/check.ts';
export type * from './check/context.ts';
export {
  checkConversions,
  isSameConversion,
  type ResolvedConversion,
  resolveConversions,
} from './check/conversions.ts';
export { FIELD_RULES } from './check/declare/field-rules.ts';
export { FIELD_TYPES } from './check/declare/field-type.ts';
export { pathOf } from './check/resolve/names.ts';
export { PARTS as OUTBOUND_CALL_PARTS } from './check/resolve/calls/outbound-calls.ts';
export { PARTS as SCREEN_PARTS } from './check/resolve/screens/parts.ts';
export { conjuncts } from './check/resolve/walk.ts';
export { applyEdits, applyFixes, type CheckFiles, type Fixed } from './diagnostics/apply-fixes.ts';
export { CATALOGUE, CODE_TABLES, findCode } from './diagnostics/catalogue.ts';
export { type Code, code } from './diagnostics/code.ts';
export { DOCUMENT_CODES } from './diagnostics/codes/document.ts';
export { type Extras, diagnose } from './diagnostics/diagnose.ts';
export { type Diagnostic, type Fix, hasCode } from './diagnostics/diagnostic.ts';
export type { Severity } from './diagnostics/severity.ts';
export { nearest } from './diagnostics/nearest.ts';
export { excerpt, shown } from './diagnostics/render/excerpt.ts';
export { renderGithub } from './diagnostics/render/github.ts';
export { type DiagnosticsReport, renderJson, reportDiagnostics } from './diagnostics/render/json.ts';
export { countSeverities, Places, type Range } from './diagnostics/render/places.ts';
export { renderSarif } from './diagnostics/render/sarif.ts';
export { renderText, summarize, type TextOptions } from './diagnostics/render/text.ts';
export * from './expression/check.ts';
export type * from './expression/constant-value.ts';
export { compileToClosure, type Environment } from './expression/evaluate.ts';
export {
  durationInRange,
  durationMicroseconds,
  formatDuration,
  parseDuration,
  readWorkingDays,
} from './expression/duration.ts';
export { type FieldRead, fieldsRead, ownFields } from './expression/fields.ts';
export { type ParsedValue, parseValue } from './expression/literal.ts';
export { isLocal, type Known } from './expression/local.ts';
export { type Pattern, patternOf } from './expression/pattern.ts';
export { printExpression } from './expression/print.ts';
export type * from './expression/scope.ts';
export type * from './expression/tree.ts';
export type * from './expression/type.ts';
export { queriedEntities, type ReadField, readFields } from './expression/read-fields.ts';
export { children, walk } from './expression/walk.ts';
export { MESSAGE_LANGUAGES } from './messages/catalogue.ts';
export type { Message } from './messages/message.ts';
export { formatSize, type Say } from './messages/say.ts';
export { sayOfFieldsIn } from './messages/field-sentence.ts';
export { sayIn } from './messages/sentence.ts';
export { message, standardMessage } from './messages/standard-message.ts';
export * from './model/exact-calls.ts';
export * from './model/field-kinds.ts';
export { looseField } from './model/loose-field.ts';
export { shapesInTemplate } from './model/shapes-in-template.ts';
export type * from './model/outbound-calls.ts';
export * from './model/clause.ts';
export type * from './model/constants.ts';
export type * from './model/conversions.ts';
export type * from './model/entities.ts';
export type * from './model/errors.ts';
export type * from './model/examples.ts';
export type * from './model/model.ts';
export type * from './model/purpose.ts';
export type * from './model/renames.ts';
export * from './model/roles.ts';
export type * from './model/rules.ts';
export * from './model/screens.ts';
export type * from './model/states.ts';
export { goesOverOld, isClosed, replaceOfOld } from './expression/before.ts';
export { queryWithin } from './expression/rewrite.ts';
export { recordsNamed } from './check/derived/seed-names.ts';
export { isEmail, isPhone, isUrl, PHONE_FORM } from './vocabulary/text-forms.ts';
export { neededByCell } from './check/derived/needed-fields.ts';
export { mightAllowNew } from './check/derived/new-record.ts';
export type * from './plan/plan.ts';
export { planOf } from './plan/plan-of.ts';
export { readersLocale } from './plan/readers-locale.ts';
export { languagesOf, translatePlan } from './plan/translate.ts';
export { type DatePart, type DatePattern, datePatternOf, readDate } from './plan/typed-date.ts';
export { readDecimal, type Separators, separatorsOf } from './plan/typed-decimal.ts';
export * from './points.ts';
export { type GapsReport, type ListedGap, reportGaps } from './report/gaps.ts';
export { type ModelReport, reportModel } from './report/model.ts';
export { type LineMap, lineAt, lineMap, offsetAt, positionAt } from './source/lines.ts';
export type * from './source/span.ts';
export { cellAbsence } from './syntax/absence.ts';
export { cellOffset, emphasisIn } from './syntax/cell.ts';
export { format } from './syntax/format.ts';
export type { Included, ReadInclude } from './syntax/include.ts';
export { type Parsed, parse } from './syntax/parse.ts';
export type * from './syntax/tree.ts';
export { EXACT_CALL_SETTINGS, EXACT_CALL_ACTIONS, EXACT_CALL_PARTS, LIST_WORDS } from './vocabulary/exact-calls.ts';
export { FUNCTIONS, type FunctionRow, type Parameter } from './vocabulary/functions.ts';
export { PRODUCT_CONSTANTS } from './vocabulary/product-constants.ts';
export { isStandardError, STANDARD_ERRORS, type StandardError } from './vocabulary/standard-errors.ts';
export { TIME_UNITS } from './vocabulary/units.ts';
