import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** How a program of PostgreSQL is started: it refuses to run as root. */
export interface Launch {
  /** The command before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The options of `child_process.spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** The required owner of the data folder; null: the user who runs this. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

/**
 * An ordinary user runs PostgreSQL as that user. Root runs it as `nobody`; if the path to the programs or the data is
 * closed to others (`/root`, a private temporary folder), the process keeps one capability, to pass through folders.
 * If `setpriv` exists, PostgreSQL also stops when this process is killed.
 */
export function planLaunch(paths: readonly string[]): Launch {
  const setpriv = findProgram('setpriv');
  const dieWithParent = setpriv ? [setpriv, '--pdeathsig', 'INT', '--'] : [];
  if (process.getuid?.() !== 0) return { prefix: dieWithParent, identity: {}, owner: null };

  const owner = findNobody();
  const open = paths.every((each) => isOpenToOthers(each));
  if (open && !setpriv) return { prefix: [], identity: owner, owner };
  if (!setpriv) {
    throw new Error(
      'As root, PostgreSQL runs as the user nobody, to whom this folder is closed. ' +
        'Install `setpriv` (package util-linux), move to a folder that others may enter, or set DATABASE_URL.',
    );
  }
  const capability = open ? [] : PASS_THROUGH;
  const user = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
  return { prefix: [setpriv, ...user, ...capability, '--pdeathsig', 'INT', '--'], identity: {}, owner };
}

/**
 * Containers usually grant CAP_DAC_OVERRIDE, and not the narrower CAP_DAC_READ_SEARCH. Without the secure bit,
 * access(2) ignores the capability for users other than root, and PostgreSQL uses access(2) to find its own programs.
 */
const CAPABILITY = '+dac_override';
const PASS_THROUGH = ['--securebits', '+no_setuid_fixup', '--inh-caps', CAPABILITY, '--ambient-caps', CAPABILITY];

function findNobody(): { uid: number; gid: number } {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === 'nobody') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'As root, PostgreSQL runs as the user nobody, which /etc/passwd does not have. Set DATABASE_URL instead.',
  );
}

function isOpenToOthers(start: string): boolean {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function findProgram(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const program = path.join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // It is not in this folder; the next one is tried.
    }
  }
  return null;
}
