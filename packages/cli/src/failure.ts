/** A mistake of a person in one line, with what to do about it. Never a stack trace. */
export class Failure extends Error {
  readonly exitCode: number;

  /**
   * @param exitCode 1: it did not work; 2: the command was called wrongly; 3: a file can't be read.
   * @param cause What it says in one line.
   */
  constructor(message: string, exitCode: 1 | 2 | 3 = 1, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** A document, or another file that a command was given, can't be read. */
export class Unreadable extends Failure {
  /** As it was named. */
  readonly file: string;
  readonly reason: string;

  /** @param reason continues behind "can't be read: ". */
  constructor(file: string, reason: string) {
    super(`${file} can't be read: ${reason}`, 3);
    this.name = 'Unreadable';
    this.file = file;
    this.reason = reason;
  }
}
