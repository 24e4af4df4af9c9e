/** The record of a walk: its steps as text, and the obstacles that were met. */
export class Journal {
  readonly lines: string[] = [];
  readonly obstacles: string[] = [];

  step(text: string): void {
    this.lines.push(text);
  }

  /** Each obstacle counts once, however often it is met. */
  obstacle(text: string): void {
    this.lines.push(`  ! ${text}`);
    if (!this.obstacles.includes(text)) this.obstacles.push(text);
  }
}
