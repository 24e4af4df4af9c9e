/** A fault as the log shows it; an alias, because a log's serializer wants an open type. */
export type LoggedFault = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
};

/**
 * What the log says of a fault. PostgreSQL quotes values of records in its messages (`invalid input syntax for type
 * date: "…"`) and tells rows in its details: what stands in quotes is left out, its code and place are kept.
 */
export function loggedFault(fault: unknown): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: String(fault), stack: '' };
  const { severity, code = '', routine = '' } = fault as { severity?: unknown; code?: string; routine?: string };
  const frames = (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (severity === undefined) return { type: fault.name, message: fault.message, stack: frames.join('\n') };
  const message = `${fault.message.replaceAll(/"[^"]*"|'[^']*'/g, '"…"')} (${[code, routine].filter(Boolean).join(' ')})`;
  return { type: 'DatabaseError', message, stack: frames.join('\n') };
}
