import { errorCode } from '@nonet/engine';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Included, ReadInclude, SourceFile } from '@nonet/language';
import { calledAs } from './called-as.ts';
import { Failure, Unreadable } from './failure.ts';

export interface DocumentSource {
  readonly main: SourceFile;
  /** The absolute path of the main file. */
  readonly file: string;
  readonly readInclude: ReadInclude;
  /** The path of one of its files as seen from the working directory. */
  readonly pathOf: (file: string) => string;
}

/**
 * @param given How people name it.
 * @throws Unreadable if there is no such file, or it is not text.
 */
export function readDocument(given: string, file = path.resolve(given)): DocumentSource {
  if (!existsSync(file)) {
    throw new Unreadable(given, `there is no such file. \`${calledAs()} new ${given}\` begins one.`);
  }
  return documentIn(file, { path: given, text: readText(given, file) });
}

/** A document that is in no file: what it includes is looked for in the working directory. */
export function documentOf(text: string, name = 'standard input'): DocumentSource {
  return documentIn(path.resolve(name), { path: name, text });
}

function documentIn(file: string, main: SourceFile): DocumentSource {
  const folder = path.dirname(file);
  const readInclude = (included: string): Included => {
    const target = path.resolve(folder, included);
    try {
      // The real path: a symbolic link may not lead out of the folder either.
      const inside = path.relative(realpathSync(folder), realpathSync(target));
      if (inside.startsWith('..') || path.isAbsolute(inside)) return { kind: 'outside' };
      return { kind: 'file', text: decode(included, readFileSync(target)) };
    } catch (error) {
      if (error instanceof Failure) return { kind: 'unreadable', reason: error.message };
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') {
        return path.relative(folder, target).startsWith('..') ? { kind: 'outside' } : { kind: 'missing' };
      }
      return { kind: 'unreadable', reason: REASONS[code ?? ''] ?? String(error) };
    }
  };
  const pathOf = (part: string) => (part === main.path ? part : path.join(path.dirname(main.path), part));
  return { main, file, readInclude, pathOf };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder; name the file in it',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
};

/** A file as text. @throws Unreadable if there is none, or it is not UTF-8. */
export function readText(given: string, file = path.resolve(given)): string {
  return decode(given, readBytes(given, file));
}

/** @throws Unreadable if there is no such file. */
export function readBytes(given: string, file = path.resolve(given)): Buffer {
  try {
    if (statSync(file).isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    return readFileSync(file);
  } catch (error) {
    throw unreadable(given, error);
  }
}

/** An error of the file system, about a file that was to be read. */
export function unreadable(given: string, error: unknown): Unreadable {
  return new Unreadable(given, `${REASONS[errorCode(error) ?? ''] ?? String(error)}.`);
}

/** Bytes as text. @throws Unreadable if they are not UTF-8. */
export function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const { line, column, byte } = findIllByte(bytes);
    const hex = byte.toString(16).padStart(2, '0');
    throw new Unreadable(
      `${name}:${line}:${column}`,
      `this is not UTF-8 text (the byte 0x${hex}). Save the file as UTF-8.`,
    );
  }
}

/** The first byte that is not part of a UTF-8 character. */
function findIllByte(bytes: Buffer): { line: number; column: number; byte: number } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  for (let start = 0; start <= bytes.length; line += 1) {
    // A line feed is never part of a longer character, so each line is whole by itself.
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      const valid = longestValid(bytes.subarray(start, end));
      return { line, column: [...valid.text].length + 1, byte: bytes[start + valid.length] ?? 0 };
    }
    start = end + 1;
  }
  throw new Error('every line is UTF-8, and the whole is not');
}

function longestValid(bytes: Uint8Array): { text: string; length: number } {
  for (let length = bytes.length - 1; length > 0; length -= 1) {
    try {
      return {
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length)),
        length,
      };
    } catch {
      // One byte less.
    }
  }
  return { text: '', length: 0 };
}
