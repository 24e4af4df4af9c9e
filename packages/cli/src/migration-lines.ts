import type { MigrationResult } from '@nonet/engine';

/** Of many steps the first ones say what it is about; `nonet versions` has them all. */
const SHOWN_STEPS = 20;

/** What putting a document to use has done to the storage, a line each; none where it was in use. */
export function migrationLines({ kind, version, steps }: MigrationResult): readonly string[] {
  if (kind === 'unchanged') return [];
  if (kind === 'created') return [`Version ${version} of the document: the storage is made.`];
  if (kind === 'beside')
    return [
      `Version ${version} of the document, beside a later one that takes what this one writes. Nothing was changed.`,
    ];
  if (steps.length === 0) return [`Version ${version} of the document: the storage stays as it was.`];
  const more = steps.length > SHOWN_STEPS ? [`  … and ${steps.length - SHOWN_STEPS} more: \`nonet versions\``] : [];
  return [`Version ${version} of the document:`, ...steps.slice(0, SHOWN_STEPS).map((step) => `  ${step}`), ...more];
}
