import { GROUPS, type Page, relativeHref } from './page.ts';

/** Pages that the menu lists only by the page that leads to them. */
const isListed = ({ group, file }: Page): boolean => group !== 'Diagnostics' || file === 'codes/README.md';

/** The whole HTML of a page. */
export function layout(page: Page, content: string, pages: readonly Page[]): string {
  const to = (href: string) => escape(relativeHref(page.href, href));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.file === 'README.md' ? 'Nonet' : `${page.title} · Nonet`)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<script type="module" src="${to('main.js')}" data-root="${escape(relativeHref(page.href, ''))}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="name" href="${to('index.html')}">Nonet</a>
<search>
<form role="search" action="${to('index.html')}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" autocomplete="off">
</form>
<div id="found" role="status" hidden></div>
</search>
</header>
<div class="columns">
<nav aria-label="Pages">
<details class="menu" open>
<summary>Pages</summary>
${GROUPS.map((group) => menuGroup(page, group, pages)).join('\n')}
</details>
</nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`;
}

function menuGroup(page: Page, group: Page['group'], pages: readonly Page[]): string {
  const own = pages.filter((each) => each.group === group && isListed(each));
  const items = own.map(({ href, title }) => {
    const isHere = href === page.href;
    return `<li><a href="${escape(relativeHref(page.href, href))}"${isHere ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`;
  });
  return `<details${page.group === group ? ' open' : ''}>
<summary>${escape(group)}</summary>
<ul>
${items.join('\n')}
</ul>
</details>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}
