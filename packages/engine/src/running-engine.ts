import type { Feeds } from './feeds/feeds.ts';
import type { IncomingMail } from './received/incoming-mail.ts';
import type { ListedReceived, ReceivedOutcome, ReceivedState } from './received/mail-log.ts';
import type { Plan } from '@nonet/language';
import type { LeftCalls, ListedCall } from './calls/left.ts';
import type { Clock } from './clock.ts';
import type { RecordsToCorrect } from './correct/records-to-correct.ts';
import type { Engine, ListPage, ListQuery, Actor, WritePath } from './engine.ts';
import type { FileContent } from './files/read.ts';
import type { StoredFile } from './files/store.ts';
import type { Changes } from './live/changes.ts';
import type { Observed } from './live/observed.ts';
import type { MigrateOptions, MigrationResult } from './migrate/migrate.ts';
import type { PlanBasis } from './migrate/plan/migration-plan.ts';
import type { VersionStatus } from './migrate/former/read-status.ts';
import type { VersionText } from './migrate/versions.ts';
import type { InboxState, Notices } from './notices/notices.ts';
import type { ListedMail } from './mails/list-mails.ts';
import type { MailFile } from './mails/queued-mail.ts';
import type { MakePaper } from './papers/make-paper.ts';
import type { PlanIndex } from './plan-index.ts';
import type { WorkerFailure } from './worker/worker-failures.ts';
import type { Pool, PoolOptions } from './store/pool.ts';
import type { ListedTimer } from './timers/timer-list.ts';
import type { ReplicaState } from './replicas/state.ts';
import type { SavedViews } from './views/saved-views.ts';

export interface EngineOptions {
  readonly plan: Plan;
  /** The plan by name, where several products share one. */
  readonly index?: PlanIndex;
  /** A pool of `openPool`, which stays open when the engine closes; or the address of a database. */
  readonly pool?: Pool;
  readonly databaseUrl?: string;
  /**
   * The address with which the product serves, of a role that owns nothing: it gets the rights that it needs, by `databaseUrl`.
   */
  readonly servingUrl?: string;
  /**
   * Whether row security is on: statements find the records that their reader may read by functions of the database, below the
   * compiled conditions (decision 57). `databaseUrl` has to be of whoever may make them, where they are not there yet.
   */
  readonly rowSecurity?: boolean;
  /** The addresses of servers that follow the primary, which may answer readings in its place (decision 45). */
  readonly replicaUrls?: readonly string[];
  /** Is called with a sentence when one of them stops or begins to answer; by default it goes to standard error. */
  readonly onReplicaNote?: (note: string) => void;
  /** Whether `servingUrl` leads to a pooler that gives a connection for a transaction at a time. */
  readonly servesPerTransaction?: boolean;
  /** The timeouts of the pool that it opens; by default those of a product. */
  readonly timeouts?: Pick<PoolOptions, 'connectMilliseconds' | 'answerMilliseconds'>;
  readonly clock?: Clock;
  /** The environment that `env` and `secret` constants read; the process's own if it is left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Is called after committed writes that may have left work for a worker. */
  readonly onCommit?: () => void;
  /** The changes that a document may make which the database does not have in use; `any` if it is left out. */
  readonly change?: MigrateOptions['change'];
  /** The person who puts the document to use, for the list of versions. */
  readonly by?: string;
  /** Whether the document may give stored fields other values (`from`); true by default. */
  readonly mayConvert?: boolean;
  /** Whether processes of the version in use continue beside this one until `nonet finish`; false by default. */
  readonly besideFormer?: boolean;
  /** The basis of the plan, if the change was planned: any other change is refused with `PlanOutdated`. */
  readonly planned?: PlanBasis;
  /** Is called with the kind of each step of a change as it begins. */
  readonly onStep?: MigrateOptions['onStep'];
  /** Is called with a line for each thing that a change waits for; by default the lines go to standard error. */
  readonly onWait?: MigrateOptions['onWait'];
}

/** The steps that putting the document to use took in the database. */
export interface PutToUse extends MigrationResult {
  /** Other effects on existing records and people besides changes of the storage; one line each. */
  readonly effects: readonly string[];
}

export interface RunningEngine extends Engine {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** The same product with the labels and messages of another language, as far as the document states them. */
  inLanguage(language: string): RunningEngine;
  /**
   * Keeps an upload under the name it came with, until a record holds it; `address`: the network address that it came
   * from.
   */
  storeFile(
    actor: Actor,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    name: string,
    address?: string | null,
  ): Promise<StoredFile>;
  /** A file that the actor may read on some record, or has just uploaded; else NOT_FOUND. */
  readFile(actor: Actor, id: string): Promise<FileContent>;
  /** Views of lists that people keep under a name. */
  readonly savedViews: SavedViews;
  /** The notices that people find in their inbox. */
  readonly notices: Notices;
  /** The calls that are left in the outbox, counted by call and state. */
  leftCalls(): Promise<readonly LeftCalls[]>;
  /** The mails whose words are still kept, as they are sent, the newest first. */
  listMails(limit: number): Promise<readonly ListedMail[]>;
  /** A file that one of them brings; null if there is none at that place. */
  mailFile(id: string, place: number, makePaper: MakePaper): Promise<MailFile | null>;
  /** The calls of one state with their attempts, the newest first. */
  listCalls(state: ListedCall['state'], limit: number): Promise<readonly ListedCall[]>;
  /** Sends a call that has failed again; null if there is none of this id. */
  sendCallAgain(id: string): Promise<{ readonly call: string } | null>;
  /** Receives a mail (7, `### Received`), each once. Rejects if it has to be delivered again. */
  receiveMail(mail: IncomingMail): Promise<ReceivedOutcome>;
  /** Tries a mail again that was refused; null if there is none of this id whose contents are kept. */
  retryMail(id: string): Promise<ReceivedOutcome | null>;
  /** The received mails of one state, the newest first. */
  listReceived(state: ReceivedState, limit: number): Promise<readonly ListedReceived[]>;
  /** The tables that the product fetches or receives (7, `### Feeds`). */
  readonly feeds: Feeds;
  /** The timers of point 4: which records wait for them, and where they have failed. */
  listTimers(): Promise<readonly ListedTimer[]>;
  /** Tries all failures of a timer again now, by its clause; answers on how many records it had failed. */
  retryTimer(clause: string): Promise<number>;
  /** The tasks that failed at the worker's last try: timers, schedules of calls, cleaning up. */
  workerFailures(): Promise<readonly WorkerFailure[]>;
  /** The versions of the document that the database has had, and what waits for whom. */
  versionStatus(): Promise<VersionStatus>;
  /** The texts of some versions, by their numbers; what the database has not had is left out. */
  readVersionTexts(numbers: readonly number[]): Promise<readonly VersionText[]>;
  /** The records that a document has no place for; for the document in use, the records that lack what new ones need. */
  recordsToCorrect(plan: Plan): Promise<RecordsToCorrect>;
  /**
   * The number of this process's writes that one statement has done, and of those that took several
   * (docs/decisions/0014).
   */
  writeCounts(): Readonly<Record<WritePath, number>>;
  /** The servers that may answer in the place of the primary, and how many readings it answered although some may. */
  replicas(): { readonly byPrimary: number; readonly states: readonly ReplicaState[] };
  /** The changes that transactions make, of this process and others. */
  readonly changes: Changes;
  /** `list`, with the tables of which a change may change the answer. */
  observeList(actor: Actor, entity: string, query: ListQuery): Promise<Observed<ListPage>>;
  /** The state of an inbox, with the tables of which a change may change it. */
  observeInbox(actor: Actor): Promise<Observed<InboxState>>;
  /** `dashboard`, with the tables of which a change may change the answer. */
  observeDashboard(actor: Actor, screen: string): Promise<Observed<unknown>>;
  /** A keyed hash that distinguishes texts, and reveals nothing of them to anybody without its key. */
  readonly tag: (text: string) => string;
  /** Whether this version of the document is still in use; rejects if the database does not answer. */
  isCurrent(): Promise<boolean>;
  /** Writes what is waiting, and closes the pool that the engine opened. */
  close(): Promise<void>;
}
