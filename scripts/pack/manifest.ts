import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './root.ts';

interface Description {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The part of `package.json` that the package of `npm create` has as well. */
export interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: object;
}

/**
 * The description of the published package. Its code has no dependencies, because they are inside; PostgreSQL,
 * what makes papers and what reads the schemas of others are optional, and a browser, with what drives it, is only installed by people who want it.
 */
export async function manifest(): Promise<Manifest & Readonly<Record<string, unknown>>> {
  const root = await read('package.json');
  const engine = await read('packages/engine/package.json');
  const server = await read('packages/server/package.json');
  const cli = await read('packages/cli/package.json');
  const browser = await read('packages/browser/package.json');
  const entry = (name: string, declaration: string) => ({
    types: `./types/${declaration}`,
    default: `./dist/${name}.js`,
  });
  return {
    name: 'nonet',
    version: root.version,
    description: root.description,
    license: root.license,
    keywords: ['specification', 'postgresql', 'low-code', 'api', 'react', 'mcp'],
    type: 'module',
    engines: { node: '>=22' },
    bin: { nonet: './bin/nonet.js' },
    exports: {
      '.': entry('index', 'cli/src/library/index.d.ts'),
      './language': entry('language', 'language/src/index.d.ts'),
      './client': entry('client', 'client/src/index.d.ts'),
      './package.json': './package.json',
    },
    optionalDependencies: {
      ...engine.optionalDependencies,
      ...server.optionalDependencies,
      ...cli.optionalDependencies,
    },
    peerDependencies: browser.dependencies,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(browser.dependencies ?? {}).map((name) => [name, { optional: true }]),
    ),
  };
}

async function read(file: string): Promise<Description> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as Description;
}
