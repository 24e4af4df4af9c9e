/**
 * An address that leads back into the product (`/claims?status=open#top`), as browsers read it; `/` for one that leads
 * anywhere else, however it is spelt.
 */
export function ownAddress(given: string): string {
  const here = 'http://product.invalid';
  if (!given.startsWith('/') || !URL.canParse(given, here)) return '/';
  const { origin, pathname, search, hash } = new URL(given, here);
  // `/.//other.example` is this origin's, and `//other.example` is not.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
