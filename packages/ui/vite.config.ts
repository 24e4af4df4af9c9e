import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Adds a compressed copy of each file that compresses well, at the best level: the server sends it unchanged. */
function precompress(): Plugin {
  const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|svg)$/.test(name));
      for (const name of names) {
        const file = path.join(dir, name);
        const content = await readFile(file);
        for (const [ending, compress] of Object.entries(compressors)) {
          await writeFile(`${file}.${ending}`, await compress(content));
        }
      }
    },
  };
}

/**
 * Notes in `screens.json` which files each kind of screen needs besides those of the page: the server links them in the
 * page, so that they come together with the page's own.
 */
function noteScreens(): Plugin {
  return {
    name: 'note-screens',
    apply: 'build',
    generateBundle: {
      // The build knows the style sheets of a chunk only then.
      order: 'post',
      handler(_options, bundle) {
        const chunks = new Map(
          Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])),
        );
        const filesOf = (name: string, found: Set<string>) => {
          const chunk = chunks.get(name);
          if (!chunk || found.has(name)) return found;
          found.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          for (const imported of chunk.imports) filesOf(imported, found);
          return found;
        };
        const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
        const ofPage = filesOf(entry?.fileName ?? '', new Set());
        const notes: Record<string, string[]> = {};
        for (const { fileName, facadeModuleId } of chunks.values()) {
          const kind = /\/screens\/([\w-]+)\/\1-screen\.tsx$/.exec(facadeModuleId ?? '')?.[1];
          if (kind === undefined) continue;
          const found = filesOf(fileName, new Set());
          if (kind === 'form') {
            const inputs = [...chunks.values()].find((each) => each.facadeModuleId?.endsWith('/fields/form-inputs.ts'));
            filesOf(inputs?.fileName ?? '', found);
          }
          notes[kind.replace('-', ' ')] = [...found].filter((name) => !ofPage.has(name));
        }
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(notes) });
      },
    },
  };
}

interface LeftOut {
  /** As it is imported, and the end of the path of the modules that import it. */
  readonly source: string;
  readonly importer: RegExp;
  /** The module that stands in its place. */
  readonly instead: string;
}

/** A part that its parent brings and no screen has: it throws where one would have it. */
function unused(parent: string, part: string, source = `./${part}/${part}.mjs`): LeftOut {
  return {
    source,
    importer: new RegExp(`/${parent}/${parent}\\.mjs$`),
    instead: `export function ${part}() {
      throw new Error('${part} is left out of the build: see packages/ui/vite.config.ts.');
    }`,
  };
}

/**
 * What the library's parts bring and no screen uses: together a twentieth of the first screen's script. Each stand-in
 * does what the part does where it is not asked for.
 */
const LEFT_OUT: readonly LeftOut[] = [
  unused('AppShell', 'AppShellAside'),
  unused('AppShell', 'AppShellFooter'),
  unused('AppShell', 'AppShellSection'),
  unused('ActionIcon', 'ActionIconGroup'),
  unused('ActionIcon', 'ActionIconGroupSection'),
  unused('Button', 'ButtonGroup'),
  unused('Button', 'ButtonGroupSection'),
  unused('Checkbox', 'CheckboxCard'),
  unused('Checkbox', 'CheckboxIndicator'),
  unused('Input', 'InputSuccess'),
  unused('InputWrapper', 'InputSuccess', '../InputSuccess/InputSuccess.mjs'),
  unused('Table', 'TableDataRenderer', './TableDataRenderer.mjs'),
  unused('Loader', 'Bars', './loaders/Bars.mjs'),
  unused('Loader', 'Dots', './loaders/Dots.mjs'),
  unused('Progress', 'ProgressLabel'),
  {
    source: './TableScrollContainer.mjs',
    importer: /\/Table\/Table\.mjs$/,
    instead: `export function TableScrollContainer() {
      throw new Error('Table.ScrollContainer is left out of the build: see packages/ui/vite.config.ts.');
    }`,
  },
  {
    // The frame of the page has no parts that a person resizes: the handle draws nothing then.
    source: '../AppShellResizeHandle/AppShellResizeHandle.mjs',
    importer: /\/AppShell\/AppShell\w+\/AppShell\w+\.mjs$/,
    instead: 'export const AppShellResizeHandle = () => null;',
  },
  {
    // The frame wants the name of a class alone; what holds the page still comes with the first dialog.
    source: 'react-remove-scroll',
    importer: /\/AppShell\/AppShell\w+\/AppShell\w+\.mjs$/,
    instead: `import { zeroRightClassName } from 'react-remove-scroll-bar/constants';
      export const RemoveScroll = { classNames: { zeroRight: zeroRightClassName } };`,
  },
  {
    // The order of chosen values has no meaning, so that nobody changes it.
    source: '../Combobox/use-pills-reorder/use-pills-reorder.mjs',
    importer: /\/(?:MultiSelect|TagsInput)\.mjs$/,
    instead: `export function usePillsReorder({ enabled }) {
      if (enabled) throw new Error('withPillsReorder is left out of the build: see packages/ui/vite.config.ts.');
      return { getPillProps: () => undefined, getListProps: () => ({}), handleInputKeyDown: () => undefined };
    }`,
  },
  {
    // It is as large as the rest of a form's code, and few products have patterns to judge: it comes for those.
    source: 're2js',
    importer: /\/expression\/compile-pattern\.ts$/,
    instead: "export { RE2JS, RE2JSSyntaxException } from './src/data/pattern-engine.ts';",
  },
];

function leaveOut(): Plugin {
  const prefix = '\0left-out:';
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer?.startsWith(prefix)) return this.resolve(source, import.meta.filename, { skipSelf: true });
      const place = LEFT_OUT.findIndex((each) => each.source === source && importer && each.importer.test(importer));
      // The name stays in it, so that a group of the build can hold the stand-in beside what uses it.
      return place === -1 ? null : `${prefix}${place}:${source}`;
    },
    load: (id) =>
      id.startsWith(prefix) ? (LEFT_OUT[Number.parseInt(id.slice(prefix.length), 10)]?.instead ?? null) : null,
  };
}

/**
 * Brings the style sheet of each of the library's parts with the part, so that a screen has those that it shows. All of
 * them in one sheet are twice as much as the product shows, and more than four times as much as a first screen.
 */
function stylePart(): Plugin {
  return {
    name: 'style-part',
    transform: {
      filter: { id: /@mantine\/\w+\/esm\/.+\.module\.mjs$/ },
      handler(code, id) {
        const [, library = '', part = ''] = /@mantine\/(\w+)\/esm\/.*?([^/]+)\.module\.mjs$/.exec(id) ?? [];
        // Only the core has a sheet for each part. Those of its parts come first: the others build on them.
        const sheet = library === 'core' ? `styles/${part}.layer.css` : 'styles.layer.css';
        return { code: `import '@mantine/${library}/${sheet}';\n${code}`, map: null };
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOut(), stylePart(), noteScreens(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The first versions with `light-dark()`: a replacement for other browsers needs more than these style sheets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The server's policy forbids inline scripts and data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Every first screen loads few files, because a request costs more than a few kB.
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise a group would also contain dependencies of other screens.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'library', test: /node_modules/, tags: ['$initial'] },
            { name: 'interface', tags: ['$initial'] },
            // The code that inputs of a form and menus share: otherwise each small shared module would be a file.
            {
              name: 'opened',
              test: /@mantine.core.esm.(components.(FocusTrap|Overlay|Popover|Portal)\b|utils.Floating)|@floating-ui/,
            },
            {
              name: 'inputs',
              test: /@mantine.core.esm.components.(Combobox|MultiSelect|Pill|PillsInput|Radio|Select|TagsInput|Textarea)\b(?!.(ComboboxChevron|get-(?!splitted)|Combobox.module))|use-pills-reorder/,
            },
            // The code that evaluates a form while a person types is one file.
            {
              name: 'evaluation',
              test: /language.src.(?:expression|vocabulary.weekdays)|node_modules.(big\.js|temporal-)|ui.src.fields.(computed|defaults|given|judge|when)\.ts/,
            },
            // What dashboards and reports draw with is one file.
            {
              name: 'tile-chart',
              test: /ui.src.screens.dashboard.(tile-chart|bars|pie|labels|drawn-link|charts)|d3-(array|shape)/,
            },
            {
              name: 'common',
              test: /@mantine.core.(esm.(core|components.(Combobox.(ComboboxChevron|get-)|NativeSelect|Paper|Switch|VisuallyHidden))|styles.(Combobox|Overlay|Paper|PasswordInput|Pill|PillsInput|Popover|Radio\w*|ScrollArea|Switch|VisuallyHidden)\.)|Combobox.module|IconTrash|to-int|@mantine.hooks|use-first|problem-screen/,
              minShareCount: 2,
            },
            // Everybody's first screen brings it. It holds neither a password's input, which brings the library's, nor what
            // three parts share that are opened later: the palette and trees, the reasons of a screen, the account's tables,
            // reports, the words of parts that come when somebody needs them.
            {
              name: 'screens',
              test: /packages.(ui.src.(?!data.(stated|reports)|fields.(moment|library)|parts.(library|modal|password-input|use-drag-sensors|record-form|record-dialog|conflict|form-fields|event-dialog)|screens.why.(?!why-screen)|parts.endable-table|words.(later|\w+.later))|client)|@tabler|@tanstack.(react-)?query(?!.*(queriesObserver|useQueries))/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  // The product takes writes from its own address alone: it is asked by this one's.
  server: { proxy: { '/api': { target: process.env.NONET_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
});
