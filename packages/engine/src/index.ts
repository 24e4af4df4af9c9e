export type { LeftCalls, ListedCall } from './calls/left.ts';
export { FORMER_KEYS_VARIABLE, KEY_VARIABLE, keyRingOf, UnreadableKey } from './encryption/key-ring.ts';
export { NoKey, type Rotation, rotateKeys } from './encryption/rotate.ts';
export { KeysMissing, plainTextNote } from './encryption/stored-keys.ts';
export { errorCode } from './error-code.ts';
export type { ListedMail } from './mails/list-mails.ts';
export {
  type DeliverMail,
  type MailFile,
  type MailPiece,
  type OutgoingMail,
  type QueuedAttachment,
  RefusedMail,
} from './mails/queued-mail.ts';
export type { IncomingFile, IncomingMail } from './received/incoming-mail.ts';
export type { Feeds, TriedTable } from './feeds/feeds.ts';
export { UnreadableTable } from './feeds/feed-table.ts';
export type { FeedCounts, FeedRunState, ListedFeedRefusal, ListedFeedRun } from './feeds/run-log.ts';
export type { ListedReceived, ReceivedOutcome, ReceivedState } from './received/mail-log.ts';
export { requestPinned } from './calls/pinned-request.ts';
export { type Clock, systemClock } from './clock.ts';
export { createEngine } from './create-engine.ts';
export type { EngineOptions, PutToUse, RunningEngine } from './running-engine.ts';
export type * from './engine.ts';
export type { Change } from './live/changes.ts';
export type { ListedTimer } from './timers/timer-list.ts';
export { RefusedTask, type WorkerFailure } from './worker/worker-failures.ts';
export { type ReplicaState, replicasLine } from './replicas/state.ts';
export { canBeSchema } from './store/schema-names.ts';
export {
  addTenant,
  findTenant,
  listTenants,
  readTenants,
  removeTenant,
  requireTenant,
  suspendTenant,
  type Tenant,
  TenantRefused,
  type TenantState,
  tenantUrl,
} from './tenants/tenant-list.ts';
export { TenantPools } from './tenants/tenant-pools.ts';
export { indexPlan, type PlanIndex } from './plan-index.ts';
export { serverNotes } from './store/server-notes.ts';
export { isStatementTimeout, isUnreachable } from './store/connection-errors.ts';
export type { Observed } from './live/observed.ts';
export { ENGINE_LIMITS } from './engine-limits.ts';
export { type FieldError, Refusal } from './refusal.ts';
export { type Details as RefusalDetails, refuse } from './run/refuse.ts';
export { formatValue } from './run/format.ts';
export { amongReads } from './run/lists/picker.ts';
export type { Account } from './session/account.ts';
export { DEVICE_ZONE } from './run/validation/actor-settings.ts';
export { eraseByOperator } from './people/erase-by-operator.ts';
export { findPerson, type KnownPerson } from './people/find-person.ts';
export { findAllOfPerson, type KnownOfPerson } from './people/person-file.ts';
export {
  type ApiToken,
  type ApiTokens,
  createApiTokens,
  type NewApiToken,
  type OpenedCalendar,
} from './session/api-tokens.ts';
export type { Identity } from './session/account.ts';
export { createIdentities, type Recognition } from './session/identities.ts';
export { forgetAttempt, noteSuccess } from './session/login-attempts.ts';
export { networkOf } from './session/network.ts';
export { createOpenIdAttempts } from './session/open-id-attempts.ts';
export { createSessions } from './session/create-sessions.ts';
export { PENDING_SECONDS } from './session/second-factor/pending.ts';
export type { PasskeySite } from './session/second-factor/passkeys.ts';
export {
  type Confirmed,
  createSecondFactors,
  type GivenFactor,
  type SecondFactor,
  type SecondFactors,
} from './session/second-factor/second-factors.ts';
export { needsFactor } from './session/second-factor/required.ts';
export { createPasswordLinks, type PasswordLink, type PasswordLinks } from './session/password-links.ts';
export { guessablePassword, type PasswordOwner } from './session/common-passwords.ts';
export { hashPassword, PasswordQueueFull, verifyPassword } from './session/password.ts';
export { KNOWN_BROWSER_DAYS } from './session/known-browsers.ts';
export type { NextStep, OpenSession, SessionOrigin, Sessions, SignIn, SignInPlace } from './session/sessions.ts';
export { forwardSecurityEvents, type Forwarding, type SecurityEventTarget } from './security-events/forward.ts';
export { type NewSecurityEvent, noteSecurityEvent, type SecurityEventKind } from './security-events/note.ts';
export {
  listSecurityEvents,
  type SecurityEvent,
  type VerifiedChain,
  verifySecurityEvents,
} from './security-events/read.ts';
export { DatabaseOfNewerVersion } from './migrate/own.ts';
export type { MigrateOptions, MigrationResult } from './migrate/migrate.ts';
export {
  ChangeBrokenOff,
  ChangesValues,
  DocumentNotInUse,
  FormerDocument,
  NeverPutToUse,
  OtherProduct,
  MigrationRefusal,
  NotPutToUse,
} from './migrate/refusals.ts';
export type * from './migrate/plan/migration-plan.ts';
export { PlanOutdated } from './migrate/plan/plan-basis.ts';
export { type PlanOptions, readMigrationPlan } from './migrate/plan/read-migration-plan.ts';
export { type DocumentInUse, readDocumentInUse } from './migrate/read-document-in-use.ts';
export type {
  Advice,
  DeadRows,
  LargeEntity,
  OldHistory,
  PlacedClause,
  SlowClause,
  StatementsRead,
  UnusedIndex,
  WastedSpace,
  WholeReadings,
} from './advise/advice.ts';
export { type AdviceLimits, readAdvice } from './advise/read-advice.ts';
export { archiveHistory, type HistoryArchive } from './archive/archive-history.ts';
export { FormerStillServed, finishFormer } from './migrate/former/finish.ts';
export type { KeptParts } from './migrate/former/finish-former.ts';
export { nameInFormer } from './migrate/former/kept-column.ts';
export { type FillingTable, type MigrationStatus, readStatus } from './migrate/former/read-status.ts';
export { type ServingProcess, wordsOfServing } from './migrate/former/serving.ts';
export { readVersions } from './migrate/read-versions.ts';
export type { Version } from './migrate/versions.ts';
export { StorageInUse } from './migrate/locks.ts';
export { firstLines } from './run/imports/first-lines.ts';
export { identitySlots } from './row-security/held-roles.ts';
export { RowSecurityRefused } from './row-security/keep-row-security.ts';
export { grantServing } from './store/serving-role.ts';
export { openPool, type Pool, type PoolClient } from './store/pool.ts';
export { readDatabaseAddress, UnusableDatabaseUrl } from './store/hosts.ts';
export { tableName } from './sql/identifiers.ts';
export { authorityOf } from './sql/permissions.ts';
export { moneyScale } from './sql/identifiers.ts';
export { mayBeBeyondRange, mayBeBeyondType } from './sql/range.ts';
export { addUser, type NewUser } from './users.ts';
export type { LoadedRow } from './load/load-parts.ts';
export { type LoadOptions, type LoadResult, loadRows, loadWhole } from './load/load-rows.ts';
export { type ForeignStatement, readForeignSchema } from './foreign/read-foreign-schema.ts';
export { type ReportSchema, readReportSchemas } from './reporting/report-schemas.ts';
export { removeViews, setUpViews, type ViewsMade, ViewsRefused } from './reporting/set-up-views.ts';
export type { ExportedColumn } from './export/exported-column.ts';
export { type ExportedTable, exportedTables, FILES as EXPORTED_FILES } from './export/exported-table.ts';
export {
  type ExportedFile,
  type ExportedMoment,
  type ExportedRow,
  type ExportTarget,
  readProduct,
} from './export/read-product.ts';
export { type ExportSource, ProductInUse, restoreProduct } from './export/restore-product.ts';
export { readingAhead } from './load/read-rows.ts';
export { columnErrors, columnNames } from './load/loaded-record.ts';
export {
  abandonLoads,
  beginLoad,
  forgetRefused,
  LoadedElsewhere,
  type LoadRefusal,
  noteLoaded,
  noteRefused,
  noteWhole,
  readLoads,
  readRefused,
  type StoredLoad,
  whileAlone,
} from './load/stored-loads.ts';
export type { FileContent } from './files/read.ts';
export type { StoredFile } from './files/store.ts';
export { seed, type SeedOptions, type SeedResult } from './seed/seed.ts';
export type { NewView, SavedView, SavedViews } from './views/saved-views.ts';
export { type MakePaper, NoTypesetter, titleOfPaper } from './papers/make-paper.ts';
export type { PaperPiece, ReadPaper } from './papers/paper.ts';
export type { InboxNotice } from './notices/read-notices.ts';
export {
  type InboxPage,
  type InboxState,
  type Marked,
  MOST_COUNTED,
  type NoticePreference,
} from './notices/notices.ts';
export type { NoticeWay } from './notices/ways.ts';
export type { ViewState } from './views/view-state.ts';
export { startWorker, type Worker, type WorkerOptions } from './worker/worker.ts';
export { attachEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from './store/embedded/embedded.ts';
export { EPHEMERAL_SETTINGS, makeScratchFolder, startEphemeralPostgres } from './store/embedded/ephemeral.ts';
export { FolderInUse } from './store/embedded/lock.ts';
export { BrokenDefault } from './seed/broken-default.ts';
export { DatabaseOfOtherMode } from './seed/other-mode.ts';
export { given as givenIn } from './run/exact-calls/request.ts';
export { rehearse, type RehearseOptions } from './rehearse/rehearse.ts';
export type * from './rehearse/rehearsal.ts';
export type { OtherValues } from './rehearse/compare-values.ts';
export type { OtherReaders, OtherRights, ReadingFault } from './rehearse/read-by-people.ts';
export { type CorrectedRecords, type Correction, correctRecords } from './correct/correct-records.ts';
export {
  type LeftToDocument,
  readRecordsToCorrect,
  type RecordsToCorrect,
  type RecordToCorrect,
} from './correct/records-to-correct.ts';
