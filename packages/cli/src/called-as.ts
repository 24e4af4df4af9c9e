import { existsSync } from 'node:fs';
import path from 'node:path';

/** How people call this program here: by npx where a project has it, by its name where the whole machine has it. */
export function calledAs(
  folder = process.cwd(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  // `npx nonet`, and `npm create nonet`.
  if (['exec', 'init'].includes(environment['npm_command'] ?? '')) return 'npx nonet';
  for (let above = folder; ; above = path.dirname(above)) {
    const program = path.join(above, 'node_modules', '.bin', process.platform === 'win32' ? 'nonet.cmd' : 'nonet');
    if (existsSync(program)) return 'npx nonet';
    if (above === path.dirname(above)) return 'nonet';
  }
}
