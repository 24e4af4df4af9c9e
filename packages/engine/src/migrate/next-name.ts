import { shortName } from '../sql/identifiers.ts';

/** The name of a prepared object beside the storage in use, until the change is done. */
export function nextName(name: string): string {
  return shortName(`_next_${name}`);
}
