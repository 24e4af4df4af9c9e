export { answerGap, type Question, questionsOf } from '../answer/answer-gap.ts';
export { type ListedQuestion, type QuestionsReport, reportQuestions } from '../answer/report-questions.ts';
export { type OfferedWords, offerWords } from '../answer/offer-words.ts';
export { checkWithSizes, type StatedSize, stateSize } from '../answer/state-size.ts';
export { MANY_RECORDS } from '../check/derived/indexed.ts';
export { type Checked, type CheckedDocument, check, checkDocument } from '../check/check.ts';
export type * from '../check/context.ts';
export { FIELD_RULES } from '../check/declare/field-rules.ts';
export { FIELD_TYPES } from '../check/declare/field-type.ts';
export { MAIL_PARTS } from '../check/resolve/calls/mails.ts';
export { labelOf } from '../check/resolve/names.ts';
export { NOTICE_PARTS } from '../check/resolve/calls/notices.ts';
export { PAPER_PARTS } from '../check/resolve/calls/papers.ts';
export { RECEIVED_MAIL_PARTS } from '../check/resolve/calls/received.ts';
export {
  ACCOUNT_MAIL_PARTS,
  ACCOUNT_MAILS,
  type AccountMailKind,
} from '../vocabulary/account-mails.ts';
export { FEED_PARTS } from '../vocabulary/feeds.ts';
export { RECEIVED_PARTS } from '../vocabulary/received-mail.ts';
export { PARTS as OUTBOUND_CALL_PARTS } from '../check/resolve/calls/outbound-calls.ts';
export { checkConversions } from '../check/resolve/check-conversions.ts';
export {
  isSameConversion,
  readConversions,
  type ResolvedConversion,
  resolveConversions,
} from '../check/resolve/conversions.ts';
export { isKey, type ResolvedOrigin } from '../check/resolve/origins.ts';
export { PARTS as SCREEN_PARTS } from '../check/resolve/screens/parts.ts';
export { type ResolvedBack, resolveWaysBack, type UnplacedBack } from '../check/resolve/ways-back.ts';
export { applyEdits, applyFixes, type CheckFiles, type Fixed } from '../diagnostics/apply-fixes.ts';
export { CATALOGUE, CODE_TABLES, findCode } from '../diagnostics/catalogue.ts';
export { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
export { diagnose, type Extras } from '../diagnostics/diagnose.ts';
export { type Diagnostic, type Fix, hasCode } from '../diagnostics/diagnostic.ts';
export { nearest } from '../diagnostics/nearest.ts';
export { excerpt, shown } from '../diagnostics/render/excerpt.ts';
export { renderGithub } from '../diagnostics/render/github.ts';
export { type DiagnosticsReport, renderJson, reportDiagnostics } from '../diagnostics/render/json.ts';
export { countSeverities, Places, type Range } from '../diagnostics/render/places.ts';
export { renderSarif } from '../diagnostics/render/sarif.ts';
export { renderText, summarize, type TextOptions } from '../diagnostics/render/text.ts';
export type { Severity } from '../diagnostics/severity.ts';
export { type PageTypes, pageTypesOf } from '../report/page-types.ts';
export { listGiven, wordsOfGiven } from '../report/given.ts';
export { type GapsReport, type ListedGap, reportGaps } from '../report/gaps.ts';
export { type CodesReport, type ExplainedCode, reportCodes } from '../report/codes.ts';
export { type ModelReport, reportModel } from '../report/model.ts';
export { type PartOfModel, partOfModel } from '../report/part-of-model.ts';
export { shortModel } from '../report/short-model.ts';
