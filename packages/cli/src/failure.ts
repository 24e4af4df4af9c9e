/** What a person did that can't work, said in one line, with what to do about it. Never a stack trace. */
export class Failure extends Error {
  readonly exitCode: number;

  /** @param exitCode 1: it did not work; 2: the command was called wrongly. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}
