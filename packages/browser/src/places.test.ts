import { expect, test } from 'vitest';
import { browsersOfPlaywright, installedBrowsers, type Machine } from './places.ts';

/** A machine that has these files. */
function machine(
  platform: NodeJS.Platform,
  files: readonly string[],
  environment: Machine['environment'] = {},
  home = '/home/ada',
): Machine {
  const separator = platform === 'win32' ? '\\' : '/';
  return {
    platform,
    environment,
    home,
    isFile: (file) => files.includes(file),
    namesIn: (folder) => [
      ...new Set(
        files
          .filter((file) => file.startsWith(`${folder}${separator}`))
          .map((file) => file.slice(folder.length + 1).split(separator)[0] ?? ''),
      ),
    ],
  };
}

test.each<[what: string, on: Machine, found: readonly string[]]>([
  ['nothing', machine('linux', []), []],
  [
    'Chrome before Chromium, wherever on the path',
    machine('linux', ['/usr/bin/chromium', '/opt/tools/google-chrome'], { PATH: '/usr/bin::/opt/tools' }),
    ['/opt/tools/google-chrome', '/usr/bin/chromium'],
  ],
  ['what is beside the path', machine('linux', ['/opt/google/chrome/chrome']), ['/opt/google/chrome/chrome']],
  [
    "everybody's applications before one's own",
    machine('darwin', [
      '/home/ada/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]),
    [
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      '/home/ada/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  ],
  [
    'programs of Windows',
    machine('win32', ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'], {
      'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
    }),
    ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
  ],
])('a browser is looked for at the usual places: %s', (_what, on, found) => {
  expect(installedBrowsers(on)).toEqual(found);
});

const CACHE = '/home/ada/.cache/ms-playwright';

test.each<[what: string, on: Machine, found: readonly string[]]>([
  ['nothing', machine('linux', [`${CACHE}/firefox-1500/firefox/firefox`]), []],
  [
    'the newest first, a whole one before one without windows',
    machine('linux', [
      `${CACHE}/chromium_headless_shell-1234/chrome-headless-shell-linux64/chrome-headless-shell`,
      `${CACHE}/chromium-999/chrome-linux/chrome`,
      `${CACHE}/chromium-1234/chrome-linux64/chrome`,
      `${CACHE}/chromium-1234/INSTALLATION_COMPLETE`,
    ]),
    [
      `${CACHE}/chromium-1234/chrome-linux64/chrome`,
      `${CACHE}/chromium-999/chrome-linux/chrome`,
      `${CACHE}/chromium_headless_shell-1234/chrome-headless-shell-linux64/chrome-headless-shell`,
    ],
  ],
  [
    'in a folder of its own',
    machine('linux', ['/browsers/chromium-7/chrome-linux64/chrome'], { PLAYWRIGHT_BROWSERS_PATH: '/browsers' }),
    ['/browsers/chromium-7/chrome-linux64/chrome'],
  ],
  [
    "in Windows' folder of caches",
    machine('win32', ['C:\\L\\ms-playwright\\chromium-7\\chrome-win64\\chrome.exe'], { LOCALAPPDATA: 'C:\\L' }),
    ['C:\\L\\ms-playwright\\chromium-7\\chrome-win64\\chrome.exe'],
  ],
])('a browser is looked for in the cache of Playwright: %s', (_what, on, found) => {
  expect(browsersOfPlaywright(on)).toEqual(found);
});
