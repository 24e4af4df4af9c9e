import type { PutToUse } from '@nonet/engine';
import { shown } from '@nonet/language';

/** Only the first of many lines are printed; `nonet versions` has them all. */
const SHOWN = 20;

/**
 * What putting a document to use has done to the storage, and what is otherwise from now on besides, a line each; none where
 * it was in use.
 */
export function migrationLines({ kind, version, steps, effects }: PutToUse): readonly string[] {
  const name = `Version ${version} of the document`;
  if (kind === 'unchanged') return [];
  if (kind === 'created') return [`${name}: the storage is made.`];
  if (kind === 'beside') return [`${name}, beside a later one that takes what this one writes. Nothing was changed.`];
  return [
    ...(steps.length === 0 ? [`${name}: the storage stays as it was.`] : [`${name}:`, ...firstOf(steps)]),
    ...(effects.length === 0 ? [] : ['From now on:', ...firstOf(effects)]),
  ];
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more: \`nonet versions\``] : [];
  return [...lines.slice(0, SHOWN).map((line) => `  ${shown(line)}`), ...more];
}
