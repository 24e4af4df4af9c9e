import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** How a program of PostgreSQL is started: it refuses to run as root. */
export interface Launch {
  /** What stands before the program and its arguments. */
  readonly prefix: readonly string[];
  /** For `child_process.spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Who must own the data folder; null: whoever runs this. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

/**
 * As an ordinary user: as that user. As root: as `nobody`, which keeps one capability, to pass through folders, where
 * the way to the programs or the data is closed to others (`/root`, a private temporary folder).
 * Where `setpriv` is there, PostgreSQL also stops when this process is killed.
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
 * Containers usually grant CAP_DAC_OVERRIDE, and not the narrower CAP_DAC_READ_SEARCH. Without the secure bit, access(2)
 * sets the capability aside for whoever is not root, and PostgreSQL asks by it whether its own programs are there.
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
      // Not in this folder.
    }
  }
  return null;
}
