import path from 'node:path';

/** The machine, as far as finding a browser goes. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isFile(file: string): boolean;
  /** The names in a folder; none if there is no such folder. */
  namesIn(folder: string): readonly string[];
}

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
/** Folders that are searched in addition to `PATH`. */
const LINUX_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/microsoft/msedge'];

const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
const WINDOWS_FILES = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** The place of a downloaded browser, below the folder of one Playwright revision: by system, and by age. */
const IN_A_REVISION = [
  ['chrome'],
  ['chrome.exe'],
  ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
  ['Chromium.app', 'Contents', 'MacOS', 'Chromium'],
  ['chrome-headless-shell'],
  ['chrome-headless-shell.exe'],
  ['headless_shell'],
  ['headless_shell.exe'],
];

/** The Chrome, Chromium and Edge that are installed at their usual places. */
export function installedBrowsers(machine: Machine): string[] {
  return usualPlaces(machine).filter((file) => machine.isFile(file));
}

function usualPlaces({ platform, environment, home }: Machine): string[] {
  if (platform === 'darwin')
    return ['/', home].flatMap((root) =>
      MAC_APPLICATIONS.map((name) => path.posix.join(root, 'Applications', `${name}.app`, 'Contents', 'MacOS', name)),
    );
  if (platform === 'win32') {
    const roots = WINDOWS_FOLDERS.flatMap((name) => environment[name] ?? []);
    return WINDOWS_FILES.flatMap((parts) => roots.map((root) => path.win32.join(root, ...parts)));
  }
  const folders = [...(environment['PATH'] ?? '').split(':').filter((folder) => folder !== ''), ...LINUX_FOLDERS];
  const files = LINUX_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
  // Its own name in its own folder.
  return [...new Set([...files, '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'])];
}

/**
 * The browsers that `npx playwright install` has put into its cache, the newest first; a whole browser before one
 * without windows.
 */
export function browsersOfPlaywright(machine: Machine): string[] {
  const paths = machine.platform === 'win32' ? path.win32 : path.posix;
  const cache = cacheOfPlaywright(machine);
  const revisions = machine
    .namesIn(cache)
    .flatMap((folder) => {
      const [, kind, revision] = /^(chromium|chromium_headless_shell)-(\d+)$/.exec(folder) ?? [];
      return kind === undefined ? [] : [{ folder, kind, revision: Number(revision) }];
    })
    .toSorted((a, b) => a.kind.length - b.kind.length || b.revision - a.revision);
  return revisions.flatMap(({ folder }) =>
    machine
      .namesIn(paths.join(cache, folder))
      .filter((name) => name.startsWith('chrome-'))
      .flatMap((name) => IN_A_REVISION.map((parts) => paths.join(cache, folder, name, ...parts)))
      .filter((file) => machine.isFile(file)),
  );
}

function cacheOfPlaywright({ platform, environment, home }: Machine): string {
  const own = environment['PLAYWRIGHT_BROWSERS_PATH'];
  if (own !== undefined && own !== '' && own !== '0') return own;
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32')
    return path.win32.join(environment['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local'), 'ms-playwright');
  return path.posix.join(environment['XDG_CACHE_HOME'] ?? path.posix.join(home, '.cache'), 'ms-playwright');
}
