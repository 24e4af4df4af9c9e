import { existsSync } from 'node:fs';
import path from 'node:path';

/** In the package that `npm run pack` writes, this code is in `dist`, beside the user interface. */
const PACKED = path.resolve(import.meta.dirname, '..', 'ui', 'index.html');

/** The folder of the built user interface; built first where these are the sources. */
export async function ensureUi(): Promise<string> {
  if (existsSync(PACKED)) return path.dirname(PACKED);
  const { buildUi } = await import('./ui-build.ts');
  return buildUi();
}
