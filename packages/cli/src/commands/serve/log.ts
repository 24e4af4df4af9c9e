import { loggedFault } from '@nonet/server';

/** Writes what operators should know in the same format. */
export function logNote(note: string): void {
  process.stdout.write(`${JSON.stringify({ level: 40, time: new Date().toISOString(), msg: note })}\n`);
}

/** Writes a line in the format of the log of requests. */
export function logFault(fault: unknown): void {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level: 50, time, err: loggedFault(fault), msg: 'fault of the worker' })}\n`);
}
