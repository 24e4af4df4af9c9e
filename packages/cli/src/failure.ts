/** What a person did that can't work, said in one line, with what to do about it. Never a stack trace. */
export class Failure extends Error {
  readonly exitCode: number;

  /** @param exitCode 1: it did not work; 2: the command was called wrongly; 3: a file can't be read. */
  constructor(message: string, exitCode: 1 | 2 | 3 = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** A document, or another file that a command was given, can't be read. */
export class Unreadable extends Failure {
  /** As it was named. */
  readonly file: string;
  readonly reason: string;

  /** @param reason goes on behind "can't be read: ". */
  constructor(file: string, reason: string) {
    super(`${file} can't be read: ${reason}`, 3);
    this.name = 'Unreadable';
    this.file = file;
    this.reason = reason;
  }
}
