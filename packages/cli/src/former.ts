import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Included } from '@nonet/language';
import { type DocumentSource, readDocument } from './document.ts';
import { Failure } from './failure.ts';

/** A former version of a document, and what people call it. */
export interface FormerDocument {
  readonly name: string;
  readonly document: DocumentSource;
}

/** The version that is in another file. @throws {Failure} if there is none. */
export function formerInFile(file: string): FormerDocument {
  return { name: file, document: readDocument(file) };
}

/**
 * The document at a revision of its Git repository, with its includes of that time.
 * @throws {Failure} If Git has none.
 */
export function formerInGit(document: DocumentSource, revision: string): FormerDocument {
  const folder = path.dirname(document.file);
  const show = (file: string) => {
    const relative = path.relative(folder, path.resolve(folder, file)).split(path.sep).join('/');
    return execFileSync('git', ['show', '--end-of-options', `${revision}:./${relative}`], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const given = document.main.path;
  let text: string;
  try {
    text = show(path.basename(document.file));
  } catch (error) {
    throw new Failure(`Git has no ${given} at ${revision}: ${reasonOf(error)}`, 2);
  }
  const readInclude = (included: string): Included => {
    // An included file is in the document's own folder, or below it.
    if (path.relative(folder, path.resolve(folder, included)).startsWith('..')) return { kind: 'outside' };
    try {
      return { kind: 'file', text: show(included) };
    } catch {
      return { kind: 'missing' };
    }
  };
  return { name: revision, document: { ...document, main: { path: given, text }, readInclude } };
}

/** Git's message, or that there is no Git. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'there is no command `git` here.';
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : String(error);
  const [line = ''] = stderr.trim().split('\n');
  return line;
}
