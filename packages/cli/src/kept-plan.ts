import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Included, Plan } from '@nonet/language';
import type { DocumentSource } from './document.ts';

// Checking a document takes a third of a start. The plan of one that this build has found without errors is kept with
// what Node compiles, in the user's own folder, under what the check has read: the texts of all its files.

/** The time for which the plan of a document is kept that nobody starts any more. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

interface KeptPlan {
  /** The files that the document includes, each with the hash of what was read. */
  readonly included: readonly (readonly [name: string, hash: string])[];
  readonly plan: Plan;
}

/** Where plans are kept, and of which program they are. */
export interface PlanStore {
  readonly folder: string;
  readonly program: string;
}

/** The store of the built program, in which a chunk's name changes with all that it imports; null for the sources. */
export function planStore(builtFile: string, environment: NodeJS.ProcessEnv): PlanStore | null {
  if (!/-[\w-]{8}\.js$/.test(builtFile)) return null;
  const caches = environment['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  return {
    folder: path.join(caches, 'nonet', 'plans'),
    program: `${path.basename(builtFile)} ${process.version}`,
  };
}

/**
 * The plan of a document: the kept one if it was checked before with the same texts, else that of `check`, which throws
 * if the document has errors.
 */
export function planOnce(
  store: PlanStore | null,
  document: DocumentSource,
  check: (document: DocumentSource) => Plan,
): Plan {
  if (store === null) return check(document);
  const { path: name, text } = document.main;
  const file = path.join(store.folder, `${hashOf([store.program, name, text])}.json`);
  const kept = readKept(file);
  if (kept?.included.every(([each, hash]) => hashOf(document.readInclude(each)) === hash) === true) return kept.plan;
  const included = new Map<string, string>();
  const readInclude = (each: string): Included => {
    const read = document.readInclude(each);
    included.set(each, hashOf(read));
    return read;
  };
  const plan = check({ ...document, readInclude });
  keep(file, { included: [...included], plan });
  return plan;
}

function readKept(file: string): KeptPlan | null {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptPlan;
    const now = new Date();
    utimesSync(file, now, now);
    return kept;
  } catch {
    // None is kept, or nothing can be kept here: the document is checked.
    return null;
  }
}

function keep(file: string, kept: KeptPlan): void {
  const folder = path.dirname(file);
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600 });
    renameSync(unfinished, file);
    for (const other of readdirSync(folder).map((name) => path.join(folder, name)))
      if (Date.now() - statSync(other).mtimeMs > KEPT_MILLISECONDS) rmSync(other, { force: true });
  } catch {
    // A folder that can't be written keeps nothing; the next start checks the document again.
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
