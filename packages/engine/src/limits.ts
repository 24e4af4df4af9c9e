/** What the engine bounds by itself, whatever a document states. `docs/operations.md` publishes them; a test compares. */
export const ENGINE_LIMITS = {
  connections: 10,
  /** To connect, or until a connection is free. */
  connectionSeconds: 15,
  statementSeconds: 30,
  /** Longer than any statement runs: what has not answered by then is not there. */
  answerSeconds: 35,
  transactionAttempts: 8,
  preparedStatements: 500,
  keptTextCharacters: 32 * 1024 * 1024,
  passwordsInFlight: 2,
  passwordsWaiting: 64,
  openIdAttemptSeconds: 600,
  waitingUploads: 200,
  savedViews: 100,
  outboundInFlight: 4,
  outboundSilences: 5,
  outboundTrialSeconds: 30,
  outboundAnswerBytes: 1024 * 1024,
  outboundPauseSeconds: 3600,
} as const;
