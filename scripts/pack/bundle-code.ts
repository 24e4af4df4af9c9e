import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { packagesOf } from './packages-of.ts';
import { ROOT } from './root.ts';

/** The program, and what other programs import. */
const ENTRIES = {
  main: 'packages/cli/src/main.ts',
  index: 'packages/cli/src/library/index.ts',
  language: 'packages/language/src/index.ts',
  client: 'packages/client/src/index.ts',
};

/** Installed beside the package, or not: the code asks for them when it needs them. */
const EXTERNAL = [
  'playwright-core',
  '@sparticuz/chromium',
  'pg-native',
  'pg-cloudflare',
  'libpg-query',
  'oxc-parser',
  '@mrleebo/prisma-ast',
];

/**
 * Builds the JavaScript of the package, and of each of its threads; everything that it imports is inside. It stays
 * readable, because a fault names its line. @returns The folders of the packages that are in it.
 */
export async function bundleCode(folder: string): Promise<Set<string>> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    transform: { target: 'node22' },
    // How long a plugin takes says something about the machine.
    checks: { bundlerTimings: false },
    external: EXTERNAL,
    plugins: [threads(), ownPackagesHaveNoSideEffects(), httpWithoutItsFacade()],
    onLog: (level, log) => {
      // A module that one importer loads late, and another at once, is in one file anyway.
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(`${log.code}: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    // Flat, so that what the code finds beside its own file is beside each of them.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      // Programs of threads do something when they are loaded. The later groups take with them what they import, unless an earlier one has it.
      groups: [
        // Commands that need no engine name the codes of errors; those that need no server read CSV, or name one of its pages.
        { name: 'error-code', test: /packages.engine.src.error-code\.ts/, priority: 5 },
        { name: 'csv', test: /packages.server.src.csv|node_modules.csv-/, priority: 2.5 },
        { name: 'password-page', test: /packages.server.src.operations.password-page/, priority: 5 },
        // The thread of given functions needs nothing else.
        { name: 'given', test: /packages.given.src(?!.*-thread\.ts)/, priority: 6 },
        { name: 'language', test: /packages.language.src(?!.*-thread\.ts)/, priority: 4 },
        { name: 'engine', test: /packages.engine.src(?!.*-thread\.ts)/, priority: 3 },
        // The library that answers agents is loaded by their first request.
        { name: 'server', test: /packages.server.src(?!.mcp|.*-thread\.ts)/, priority: 2 },
        { name: 'proof', test: /packages.proof.src(?!.*-thread\.ts)/, priority: 1 },
      ],
    },
  });
  await bundle.close();
  return packagesOf(output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : [])));
}

/** `new URL('./thread.ts', import.meta.url)` names the program of a thread: it is built as well. */
function threads(): Plugin {
  return {
    name: 'threads',
    transform: {
      filter: { code: /new Worker\(/, id: /packages.*\.ts$/ },
      handler(code, id) {
        return code.replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (_all, name: string) => {
          this.emitFile({
            type: 'chunk',
            id: path.join(path.dirname(id), `${name}.ts`),
            fileName: `${name}.js`,
          });
          return `new URL('${name}.js', import.meta.url)`;
        });
      },
    },
  };
}

/** No module of ours but a thread's program does anything when it is only imported: what an entry does not use is left out of it. */
function ownPackagesHaveNoSideEffects(): Plugin {
  return {
    name: 'own-packages-have-no-side-effects',
    transform: {
      filter: { id: /packages.(?:language|engine|server|client|proof|browser).src(?!.*-thread\.ts)/ },
      handler: () => ({ moduleSideEffects: false }),
    },
  };
}

/** The exports of `node:http` without the classes of browsers. */
const HTTP =
  'Agent ClientRequest IncomingMessage METHODS OutgoingMessage STATUS_CODES Server ServerResponse createServer get globalAgent maxHeaderSize request validateHeaderName validateHeaderValue'.split(
    ' ',
  );

/** `import … from 'node:http'` reads all of its properties, one of which loads a whole client that a start needs not: 45 ms. */
function httpWithoutItsFacade(): Plugin {
  const ID = '\0http';
  return {
    name: 'http-without-its-facade',
    resolveId: (source, _importer, { kind }) =>
      (source === 'node:http' || source === 'http') && kind === 'import-statement' ? ID : null,
    load: (id) =>
      id === ID
        ? `import { createRequire } from 'node:module';
const http = createRequire(import.meta.url)('node:http');
export default http;
export const { ${HTTP.join(', ')} } = http;`
        : null,
  };
}
