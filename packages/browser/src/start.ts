import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import type { Browser } from 'playwright-core';
import description from '../package.json' with { type: 'json' };
import { browserFromNpm } from './from-npm.ts';
import { browsersOfPlaywright, installedBrowsers, type Machine } from './places.ts';

/** The name of the environment's variable that names a browser. */
const VARIABLE = 'NONET_BROWSER';

/** Says that no browser is wanted, in the place of a path. */
const NO_BROWSER = 'off';

/** A headless browser that was started, or why there is none. */
type FoundBrowser =
  | { readonly browser: Browser; readonly file: string }
  | { readonly browser: null; readonly why: string; readonly isNamed: boolean };

const ARGUMENTS = [
  // The sandbox needs privileges that containers and root do not have; only pages of one product are opened.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // As browsers do it where no program drives them: a frame that never ends holds up no page around it.
  '--site-per-process',
  '--font-render-hinting=none',
];

/** npm has a browser for this platform alone. */
const FROM_NPM =
  process.platform === 'linux' && process.arch === 'x64'
    ? `, or \`npm install @sparticuz/chromium@${description.dependencies['@sparticuz/chromium']}\``
    : '';
const HELP = `install Chrome, Chromium or Edge${FROM_NPM}, or name one with \`--browser PATH\` or \`NONET_BROWSER\``;

interface Candidate {
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const SOURCES = {
  installed: async () => installedBrowsers(thisMachine()).map((file) => ({ file })),
  playwright: async () => browsersOfPlaywright(thisMachine()).map((file) => ({ file })),
  npm: async () => {
    const brought = await browserFromNpm();
    return brought === null ? [] : [brought];
  },
} satisfies Record<string, () => Promise<readonly Candidate[]>>;

/**
 * Starts the named browser (`named`, or else `NONET_BROWSER`). If none is named, it starts the first of the `sources`
 * that works, in their order.
 */
export async function startBrowser(
  named?: string,
  sources: readonly (keyof typeof SOURCES)[] = ['installed', 'playwright', 'npm'],
): Promise<FoundBrowser> {
  const variable = process.env[VARIABLE];
  const file = named ?? (variable === '' ? undefined : variable);
  const by = named === undefined ? VARIABLE : '--browser';
  if (file === NO_BROWSER) return { browser: null, why: `${by} is \`${NO_BROWSER}\``, isNamed: false };
  if (!hasDriver())
    return {
      browser: null,
      why: `there is no playwright-core, which drives a browser (\`npm install playwright-core@${description.dependencies['playwright-core']}\`)`,
      isNamed: file !== undefined,
    };
  if (file !== undefined) {
    if (!thisMachine().isFile(file))
      return { browser: null, why: `${by} names ${file}, which is no file`, isNamed: true };
    const started = await launch({ file });
    return typeof started === 'string'
      ? { browser: null, why: `${file}, named by ${by}, does not start: ${started}`, isNamed: true }
      : { browser: started, file };
  }
  const failed: string[] = [];
  for (const source of sources)
    for (const candidate of await SOURCES[source]()) {
      const started = await launch(candidate);
      if (typeof started !== 'string') return { browser: started, file: candidate.file };
      failed.push(`${candidate.file} does not start (${started})`);
    }
  const why = failed.length === 0 ? 'no browser was found' : failed.join(', ');
  return { browser: null, why: `${why} (${HELP})`, isNamed: false };
}

/** An installation may have left it out, with all that is optional. */
function hasDriver(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return true;
  } catch {
    return false;
  }
}

/** The browser, or what it said first instead of starting. */
async function launch({ file, environment }: Candidate): Promise<Browser | string> {
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath: file,
      args: ARGUMENTS,
      // The caller closes it in order, with everything else: the driver would end the process immediately.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(environment === undefined ? {} : { env: { ...process.env, ...environment } }),
    });
  } catch (error) {
    return reasonOf(error);
  }
}

/** The browser's own message, if the driver passes it on; else the driver's first line. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const written = lines.find((line) => /\[pid=\d+\]\[err\]/.test(line));
  return (written ?? lines[0] ?? '').replace(/^.*\[err\] */, '').trim();
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    environment: process.env,
    home: os.homedir(),
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true,
    namesIn: (folder) =>
      statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).toSorted() : [],
  };
}
