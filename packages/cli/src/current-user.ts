import os from 'node:os';

/** The person who runs this process, as the machine names them: `ada@shop-1`. */
export function currentUser(): string {
  return `${userName()}@${os.hostname()}`;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return String(process.getuid?.() ?? 'somebody');
  }
}
