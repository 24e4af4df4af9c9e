import type { Plan } from '@nonet/language';
import { brandName, mailColours } from '../brand/brand.ts';
import { escaped } from './escaped.ts';

/** Programs that read mail know few ways to state styles; these they know. */
const style = ({ light, dark }: ReturnType<typeof mailColours>): string => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 24px 12px; background: #f1f3f5; color: #212529;
    font: 16px/1.55 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
  .mail { max-width: 600px; margin: 0 auto; }
  .product, .sent { padding: 0 4px; color: #495057; font-size: 14px; }
  .product { font-weight: 600; color: ${light}; }
  .words { margin: 12px 0; padding: 8px 24px; background: #fff; border: 1px solid #dee2e6; border-radius: 8px;
    overflow-wrap: anywhere; }
  .words h1, .words h2, .words h3 { line-height: 1.25; }
  .words h1 { font-size: 22px; } .words h2 { font-size: 19px; } .words h3 { font-size: 16px; }
  a { color: ${light}; }
  table { border-collapse: collapse; } th, td { padding: 6px 10px; border: 1px solid #ced4da; text-align: start; }
  blockquote { margin: 16px 0; padding-inline-start: 14px; border-inline-start: 3px solid #ced4da; color: #495057; }
  pre { overflow-x: auto; } code { font-size: 14px; } hr { border: 0; border-top: 1px solid #dee2e6; }
  @media (prefers-color-scheme: dark) {
    body { background: #141517; color: #e9ecef; }
    .product, .sent, blockquote { color: #adb5bd; }
    .product { color: ${dark}; } .words { background: #1f2124; border-color: #373a40; }
    a { color: ${dark}; } th, td, blockquote { border-color: #4a4e55; } hr { border-color: #373a40; }
  }`;

const FROM_RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The HTML of a mail around its words. `content` is HTML already. */
export function mailPage(
  plan: Plan,
  { subject, content, origin }: { readonly subject: string; readonly content: string; readonly origin: string },
): string {
  const { settings } = plan;
  const title = brandName(plan);
  const language = settings.locale;
  const direction = FROM_RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${style(mailColours(settings))}
</style>
</head>
<body>
<div class="mail">
${title === '' ? '' : `<div class="product">${escaped(title)}</div>\n`}<div class="words">
${content}
</div>
<div class="sent"><a href="${escaped(origin)}/">${escaped(origin.replace(/^https?:\/\//, ''))}</a></div>
</div>
</body>
</html>
`;
}
