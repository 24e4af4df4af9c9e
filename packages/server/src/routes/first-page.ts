import type { ProductView, ScreenView } from '@nonet/client';
import { isSignInOrUp, type ScreenKind } from '@nonet/language';
import { escaped } from '../mails/escaped.ts';

/** The files of the user interface that each kind of screen needs besides those of the page itself (`screens.json`). */
export type ScreenFiles = Partial<Readonly<Record<ScreenKind, readonly string[]>>>;

/**
 * The page of the user interface as its reader gets it: with the product as `GET /api/-/product` answers it, and with
 * links to the files of the screen at this address, so that the browser need not run the interface before it asks for
 * them. What can be drawn without a script is drawn: the product's name, and the title of the screen.
 */
export function firstPage(shell: string, product: ProductView, screen: ScreenView | null, files: ScreenFiles): string {
  const { title, settings } = product;
  const links = (screen?.kind ? (files[screen.kind] ?? []) : []).map(linkTo).join('');
  // A text of JSON has no `<` but within strings.
  const data = JSON.stringify(product).replaceAll('<', String.raw`\u003c`);
  const isEntry = product.user === null && (screen === null || isSignInOrUp(screen));
  return shell
    .replace('<html lang="en">', () => `<html lang="${escaped(settings.locale)}">`)
    .replace('<title>…</title>', () => `<title>${escaped(title)}</title>`)
    .replace('</head>', () => `${links}</head>`)
    .replace('<!--frame-->', () => (isEntry ? '' : frame(product, screen)))
    .replace('</body>', () => `<script type="application/json" id="product">${data}</script></body>`);
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/** Its look is in the page itself. The titles of records come with them, and links above a title are the interface's. */
function frame({ title, mode, screens }: ProductView, screen: ScreenView | null): string {
  const isFirstRank = screen !== null && screen.kind !== 'record' && screen.route.lastIndexOf('/') === 0;
  const heading = isFirstRank ? `<div class="arriving-title">${escaped(screen.name)}</div>` : '';
  const menu = screens.length > 0 ? ' data-menu' : '';
  return `<div class="arriving"${menu}${mode === 'dev' ? ' data-dev' : ''}><div class="arriving-head">${escaped(title)}</div>${heading}</div>`;
}
