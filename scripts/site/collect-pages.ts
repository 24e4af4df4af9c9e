import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOGUE, reportCodes } from '@nonet/language';
import type { Group, Page } from './page.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Files of the repository that are pages, in the order of the menu: a pattern, its group, and its address on the site. */
const SOURCES: readonly (readonly [pattern: string, group: Group, href: (file: string) => string])[] = [
  ['README.md', 'Start', () => 'index'],
  ['docs/first-document.md', 'Start', belowDocs],
  ['docs/gallery.md', 'Start', belowDocs],
  ['docs/agents.md', 'Start', belowDocs],
  ['docs/skills/*/SKILL.md', 'Start', belowDocs],
  ['docs/cookbook/README.md', 'Cookbook', belowDocs],
  ['docs/cookbook/*.md', 'Cookbook', belowDocs],
  ['docs/language/README.md', 'The language', belowDocs],
  ['docs/language/grammar.md', 'The language', belowDocs],
  ['docs/language/*.md', 'The language', belowDocs],
  ['examples/*/spec.md', 'Documents', (file) => `documents/${path.basename(path.dirname(file))}`],
  ['examples/products/*.md', 'Documents', (file) => `products/${path.basename(file, '.md')}`],
  ['examples/corpus/*.md', 'Documents', (file) => `documents/${path.basename(file, '.md')}`],
  ['examples/requirements/*.md', 'Documents', (file) => `requirements/${path.basename(file, '.md')}`],
  ['docs/*.md', 'Running', belowDocs],
  ['briefs/README.md', 'The project', () => 'briefs'],
  ['docs/security/*.md', 'Running', belowDocs],
  ['docs/decisions/*.md', 'The project', belowDocs],
  ['*.md', 'The project', (file) => path.basename(file, '.md').toLowerCase()],
];

/** Pages below `docs` that are about Nonet's own code. */
const OF_THE_PROJECT: ReadonlySet<string> = new Set(['docs/architecture.md', 'docs/design.md']);

function belowDocs(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '$1index');
}

/** All pages of the site. */
export function collectPages(): Page[] {
  const pages = new Map<string, Page>();
  for (const [pattern, group, href] of SOURCES)
    for (const file of globSync(pattern, { cwd: ROOT }).toSorted()) {
      if (pages.has(file)) continue;
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const title = titleOf(text, file);
      pages.set(file, {
        file: file.replaceAll(path.sep, '/'),
        href: `${href(file)}.html`,
        title,
        markdown: group === 'Documents' ? documentPage(title, text) : text.replace(FRONT_MATTER, ''),
        group: OF_THE_PROJECT.has(file) ? 'The project' : group,
      });
    }
  return [...pages.values(), ...diagnosticPages()];
}

/** The lines that programs read of a skill before they read it. */
const FRONT_MATTER = /^---\n[^]*?\n---\n/;

function titleOf(text: string, file: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? path.basename(file, '.md'))
    .replace(/^Specification: /, '')
    .replaceAll('`', '');
}

/** A document is shown as it is written, so that it can be tried. */
function documentPage(title: string, text: string): string {
  return `# ${title}\n\nA whole document: \`nonet dev\` runs it.\n\n~~~~~markdown\n${text.trim()}\n~~~~~\n`;
}

/** A page for each code of a diagnostic, and one that lists them. */
function diagnosticPages(): Page[] {
  const { codes } = reportCodes([...CATALOGUE.keys()].toSorted());
  const group: Group = 'Diagnostics';
  const rows = codes.map(
    ({ code, severity, title }) => `| [${code}](${code.toLowerCase()}.md) | ${severity} | ${title} |`,
  );
  const list = `# Diagnostics\n\nEverything that \`nonet check\` reports has a code with a page.\n\n| code | severity | title |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  return [
    { file: 'codes/README.md', href: 'codes/index.html', title: 'Diagnostics', markdown: list, group },
    ...codes.map(({ code, severity, title, page }) => ({
      file: `codes/${code.toLowerCase()}.md`,
      href: `codes/${code.toLowerCase()}.html`,
      title: `${code}: ${title}`,
      markdown: `# ${code}: ${title}\n\n(${severity})\n\n${page}\n`,
      group,
    })),
  ];
}
