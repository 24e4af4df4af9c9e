import { mixed, type Plan, readableOn } from '@nonet/language';

/** The darkest and the lightest ground of the user interface's dark scheme on which words stand. */
const DARK_PAGE = '#2e2e2e';
/** The shares of white in the shades of the stated colour, which is the ninth of ten. */
const WHITE = [0.92, 0.84, 0.66, 0.48, 0.34, 0.24, 0.16, 0.08];

/** The name that the product shows: that of point 9, else the document's title. */
export function brandName({ title, settings }: Pick<Plan, 'title' | 'settings'>): string {
  return settings.brandName ?? title;
}

/** The colours of the product's mails. */
export function mailColours({ brandColour }: Plan['settings']): { readonly light: string; readonly dark: string } {
  return brandColour === null
    ? { light: '#1864ab', dark: '#74c0fc' }
    : { light: brandColour, dark: readableOn(DARK_PAGE, brandColour) };
}

/** The page of the user interface in the product's colours, with its logo and its icon (9). */
export function branded(shell: string, { settings }: Plan): string {
  const { brandColour, brandLogo } = settings;
  const style = [
    ...(brandColour === null ? [] : [colours(brandColour)]),
    ...(brandLogo === null ? [] : [logo(brandLogo)]),
  ].join('');
  if (style === '') return shell;
  const page = shell.replace('</head>', () => `<style>${style}</style></head>`);
  return brandLogo === null
    ? page
    : page.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${brandLogo}">`);
}

/** The library writes its own values of these into `:root`; a rule for `html:root` is more specific. */
function colours(colour: string): string {
  const shades = [...WHITE.map((share) => mixed(colour, '#ffffff', share)), colour, mixed(colour, '#000000', 0.15)];
  const onDark = readableOn(DARK_PAGE, colour);
  const light = shades.map((shade, at) => `--mantine-color-ink-${at}:${shade}`);
  return (
    `html:root{${light.join(';')};--mantine-color-ink-light-color:${colour};` +
    `--mantine-color-ink-light:${colour}1a;--mantine-color-ink-light-hover:${colour}1f;--mantine-color-ink-outline:${colour}}` +
    `html:root[data-mantine-color-scheme=light]{--mantine-color-anchor:${colour}}` +
    `html:root[data-mantine-color-scheme=dark]{--mantine-color-anchor:${onDark};--mantine-color-ink-light-color:${onDark};` +
    `--mantine-color-ink-outline:${onDark}}`
  );
}

function logo(address: string): string {
  return (
    `[data-brand=mark]{font-size:0;background:url(${address}) center/contain no-repeat}` +
    `[data-brand=true]::before{content:"";display:inline-block;width:1.5em;height:1.5em;margin-inline-end:.5em;` +
    `vertical-align:-.4em;background:url(${address}) center/contain no-repeat}`
  );
}
