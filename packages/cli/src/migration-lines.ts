import type { PutToUse } from '@nonet/engine';
import { shown } from '@nonet/language';

/** Only the first of many lines are printed; `nonet versions` has them all. */
const SHOWN = 20;

/**
 * The changes of the storage when a document is put to use, and its other effects, a line each; none if the document
 * was in use already.
 */
export function migrationLines({ kind, version, steps, effects }: PutToUse): readonly string[] {
  const name = `Version ${version} of the document`;
  if (kind === 'unchanged') return [];
  if (kind === 'created') return [`${name}: the storage is made.`];
  if (kind === 'beside')
    return [
      `${name}, next to a later one that accepts the writes of this one. Nothing was changed.`,
      'To put this one to use again instead of that: `nonet apply --back`.',
    ];
  return [
    ...(steps.length === 0 ? [`${name}: the storage stays as it was.`] : [`${name}:`, ...firstOf(steps)]),
    ...(effects.length === 0 ? [] : ['From now on:', ...firstOf(effects)]),
  ];
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more: \`nonet versions\``] : [];
  return [...lines.slice(0, SHOWN).map((line) => `  ${shown(line)}`), ...more];
}
