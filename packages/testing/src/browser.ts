import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/**
 * Starts a headless Chromium with what npm brings: the browser and the system libraries that it needs come from one
 * package and are unpacked once per user. `CHROMIUM_PATH` names another one; on other systems than Linux on x64 it
 * must.
 */
export async function launchBrowser(): Promise<Browser> {
  const args = [
    // The sandbox needs privileges that containers and root do not have; only pages of this product are opened.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--font-render-hinting=none',
  ];
  const own = process.env.CHROMIUM_PATH;
  if (own) return chromium.launch({ executablePath: own, args });
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Set CHROMIUM_PATH to a Chromium or Chrome: npm brings one only for Linux on x64.');
  }
  const folder = await unpack();
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args,
    env: {
      ...process.env,
      HOME: folder,
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
    },
  });
}

/** Beside the final folder first, so that a half unpacked one is never used. */
async function unpack(): Promise<string> {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@sparticuz/chromium');
  const { version } = require(path.join(path.dirname(entry), '..', 'package.json')) as { version: string };
  const folder = path.join(os.tmpdir(), `nonet-chromium-${version}-${os.userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const archives = path.join(path.dirname(entry), '..', 'bin');
  const before = process.env.TMPDIR;
  // `inflate` unpacks into the system's temporary folder.
  process.env.TMPDIR = unfinished;
  try {
    const names = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(path.join(archives, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), fontConfiguration(folder));
  await rename(unfinished, folder).catch(async (error: Error & { code?: string }) => {
    // Another process was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return folder;
}

/** The package's own one looks for its fonts in fixed places; without any font, the browser ends at the first control. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}
