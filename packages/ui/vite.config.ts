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
 * Leaves out what the library's table brings and no screen uses: a scroll area, and with it a tenth of the first screen's
 * script. A part that wants it fails with these words.
 */
function leaveOutScrollContainer(): Plugin {
  const stands = '\0table-without-scroll-container';
  return {
    name: 'leave-out-scroll-container',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './TableScrollContainer.mjs' && importer?.endsWith('Table/Table.mjs') ? stands : null,
    load: (id) =>
      id === stands
        ? `export function TableScrollContainer() {
             throw new Error('Table.ScrollContainer is left out of the build: see packages/ui/vite.config.ts.');
           }`
        : null,
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOutScrollContainer(), precompress()],
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
              test: /@mantine.core.esm.components.(MultiSelect|PasswordInput|Pill|PillsInput|Radio|Select|TagsInput|Textarea)\b/,
            },
            // The code that evaluates a form while a person types is one file.
            {
              name: 'evaluation',
              test: /language.src.expression|ui.src.fields.(computed|defaults|given|judge|when)\.ts/,
            },
            {
              name: 'common',
              test: /@mantine.core.esm.(core|components.(Combobox.ComboboxChevron|NativeSelect|Paper|Switch))|Combobox.module|to-int|@mantine.hooks|use-first|problem-screen/,
              minShareCount: 2,
            },
            {
              name: 'screens',
              test: /packages.(ui.src.(?!fields.(moment|library)|parts.(library|modal|record-form|record-dialog|conflict|form-fields|event-dialog))|client)|@tabler|@tanstack.(react-)?query/,
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
