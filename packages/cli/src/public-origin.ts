import { InvalidArgumentError, Option } from 'commander';

/**
 * The origin at which browsers reach the product: it is compared with `Origin`, and links and sign-ins lead back to it.
 */
export function publicOriginOption(description: string): Option {
  return new Option('--public-origin <origin>', description).argParser(readOrigin);
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.href === `${url.origin}/`;
  if (!isOrigin) throw new InvalidArgumentError('It is an origin, without a path: https://claims.example.com');
  return url.origin;
}
