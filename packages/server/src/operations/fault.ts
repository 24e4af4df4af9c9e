/** A fault as the log shows it; an alias, because a log's serializer wants an open type. */
export type LoggedFault = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
};

/**
 * The log entry of a fault and of its causes. PostgreSQL and parsers quote their input in messages
 * (`invalid input syntax for type date: "…"`), and PostgreSQL shows rows in its details: quoted text is removed, codes
 * and places are kept.
 */
export function loggedFault(fault: unknown): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: String(fault), stack: '' };
  const frames = (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const beneath = fault.cause instanceof Error ? ` ${loggedFault(fault.cause).message}` : '';
  const isOfDatabase = 'severity' in fault && fault.severity !== undefined;
  return {
    type: isOfDatabase ? 'DatabaseError' : fault.name,
    message: `${isOfDatabase || fault instanceof SyntaxError ? unquoted(fault.message) : fault.message}${codesOf(fault, isOfDatabase)}${beneath}`,
    stack: frames.join('\n'),
  };
}

function unquoted(message: string): string {
  return message.replaceAll(/"[^"]*"|'[^']*'/g, '"…"');
}

/** PostgreSQL's code and place, or the code by which a provider refuses (RFC 6749, 5.2: `invalid_client`). */
function codesOf(fault: Error, isOfDatabase: boolean): string {
  const { code = '', routine = '', error } = fault as { code?: unknown; routine?: unknown; error?: unknown };
  if (isOfDatabase) return ` (${[code, routine].filter(Boolean).join(' ')})`;
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
}
