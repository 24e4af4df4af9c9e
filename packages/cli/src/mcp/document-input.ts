import { z } from 'zod';
import type { DocumentSource } from '../document.ts';
import { Failure } from '../failure.ts';
import type { Workspace } from './workspace.ts';

/** The document of a tool that writes it, or works with its database. */
export const FILE = {
  file: z.string().max(500).default('spec.md').describe('the document, in the folder of this server'),
};

/** The document of a tool that only reads it. */
export const FILE_OR_TEXT = {
  file: z.string().max(500).optional().describe('the document, in the folder of this server; spec.md unless stated'),
  text: z.string().optional().describe('the document itself, in place of a file'),
};

/** @throws {Failure} if both are stated, or it can't be read. */
export function documentFrom(
  workspace: Workspace,
  { file, text }: { readonly file?: string | undefined; readonly text?: string | undefined },
): DocumentSource {
  if (file !== undefined && text !== undefined) throw new Failure('State either `file` or `text`.');
  return text === undefined ? workspace.document(file ?? 'spec.md') : workspace.text(text);
}
