export { pathOf } from '../check/resolve/names.ts';
export * from '../model/clause.ts';
export type * from '../model/constants.ts';
export type * from '../model/conversions.ts';
export type * from '../model/origins.ts';
export * from '../model/entities.ts';
export * from '../model/erasure.ts';
export type * from '../model/errors.ts';
export * from '../model/exact-calls.ts';
export type * from '../model/examples.ts';
export * from '../model/field-kinds.ts';
export type * from '../model/gone.ts';
export { isStatedAsGone } from '../model/gone.ts';
export { looseField } from '../model/loose-field.ts';
export type * from '../model/model.ts';
export type * from '../model/outbound-calls.ts';
export * from '../model/papers.ts';
export * from '../model/received.ts';
export * from '../model/feeds.ts';
export * from '../model/account-mails.ts';
export type * from '../model/purpose.ts';
export {
  type DocumentPair,
  type NamedParts,
  type NewNames,
  pairDocuments,
  renamesBack,
} from '../model/pair-documents.ts';
export * from '../model/renames.ts';
export * from '../model/roles.ts';
export type * from '../model/rules.ts';
export * from '../model/screens.ts';
export { type RecordScreen, screenOfRecord } from '../model/screen-of-record.ts';
export { shapesInTemplate } from '../model/shapes-in-template.ts';
export type * from '../model/states.ts';
export { ownGuard, timesOf, timerText } from '../model/states.ts';
export * from '../points.ts';
export { EXACT_CALL_SETTINGS, EXACT_CALL_ACTIONS, EXACT_CALL_PARTS, LIST_WORDS } from '../vocabulary/exact-calls.ts';
export { contrast, LEAST_CONTRAST, mixed, readableOn } from '../vocabulary/colour.ts';
export { isTimeZone, PRODUCT_CONSTANTS } from '../vocabulary/product-constants.ts';
export { isRegion, regions } from '../vocabulary/regions.ts';
export { isStandardError, STANDARD_ERRORS, type StandardError } from '../vocabulary/standard-errors.ts';
export { fitsForm, isEmail, isPhone, isUrl, PHONE_FORM } from '../vocabulary/text-forms.ts';
