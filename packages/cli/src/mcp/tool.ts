import type { z } from 'zod';
import type { Workspace } from './workspace.ts';

/** A tool of the server. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Whether it writes the document. No tool writes a database that people use. */
  readonly writes: boolean;
  /** Its answer. @throws {Failure} with a line for whoever has called it. */
  run(input: z.output<Input>, workspace: Workspace, signal: AbortSignal): Promise<object> | object;
}

/** Types the input of a tool by its schema. */
export function tool<Input extends z.ZodObject>(stated: Tool<Input>): Tool {
  // The server validates what it hands over against this very schema.
  return stated;
}
