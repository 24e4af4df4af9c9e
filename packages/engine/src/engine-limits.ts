/** The limits that the engine sets by itself, whatever a document states. `docs/operations.md` publishes them; a test compares. */
export const ENGINE_LIMITS = {
  connections: 10,
  /** The connections that all tenants of a process share; one of them has half at most. */
  tenantConnections: 20,
  /** The exports of one process that are read at the same time, each in a connection of its own. */
  exportConnections: 2,
  /** The wait for a free connection. */
  connectionSeconds: 15,
  /** The time in which a server of several must have answered to be chosen. */
  openingSeconds: 5,
  /** The wait for a replica that does not have yet what a reading needs; then the primary is asked. */
  replicaWaitMilliseconds: 50,
  /** The time in which a replica must say how far it is. */
  replicaAnswerMilliseconds: 2_000,
  /** A replica that is farther behind is passed over. */
  replicaLagSeconds: 30,
  statementSeconds: 30,
  /**
   * The time of one statement for all tiles of a dashboard; if they take longer, each tile gets a statement of its
   * own.
   */
  dashboardMilliseconds: 1_000,
  tileSeconds: 5,
  /** The time of a report's statement. */
  reportSeconds: 15,
  /** The tiles of one answer that are read at the same time. */
  tilesInFlight: 2,
  /** Longer than any statement runs: what has not answered by then is not there. */
  answerSeconds: 35,
  transactionAttempts: 8,
  preparedStatements: 500,
  keptTextCharacters: 32 * 1024 * 1024,
  /** The totals of lists that are kept until a table changes that they were counted in. */
  keptTotals: 2_000,
  keptTiles: 2_000,
  /** Reading the tiles of a dashboard takes one of so many parts of the time, while their tables change. */
  dashboardParts: 20,
  /** The tiles of a dashboard that takes less are always of now. */
  dashboardFreshMilliseconds: 250,
  /** The oldest that a tile may be. */
  tileAgeSeconds: 600,
  passwordsInFlight: 2,
  passwordsWaiting: 64,
  openIdAttemptSeconds: 600,
  waitingUploads: 200,
  /** Received mails that were refused, whose contents are kept. */
  refusedMails: 500,
  /**
   * For one network and users who are not signed in: the number of waiting uploads, and their total size in multiples
   * of MAX_UPLOAD.
   */
  waitingUploadsOfNetwork: 20,
  waitingBytesOfNetwork: 5,
  savedViews: 100,
  outboundInFlight: 4,
  outboundSilences: 5,
  outboundTrialSeconds: 30,
  outboundAnswerBytes: 1024 * 1024,
  outboundPauseSeconds: 3600,
  outboundContentDays: 30,
  /** A table that is fetched or received as CSV, and as JSON, which is read as a whole. */
  feedBytes: 256 * 1024 * 1024,
  feedJsonBytes: 16 * 1024 * 1024,
  feedRowCharacters: 1024 * 1024,
  /** The time in which a table is fetched. */
  feedSeconds: 600,
  /** The number of days for which security events are kept. */
  securityEventDays: 400,
} as const;
