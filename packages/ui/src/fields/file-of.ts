import type { FileView } from '@nonet/client';

/** The file of a value; null if it has none. */
export function fileOf(value: unknown): FileView | null {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value ? (value as FileView) : null;
}
