import path from 'node:path';

/** `tool-shed.sql` → “Tool shed”. */
export function titleOf(file: string): string {
  const words = path
    .parse(file)
    .name.replaceAll(/[-_\s]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
