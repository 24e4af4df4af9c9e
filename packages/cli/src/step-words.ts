import type { MigrationPlan } from '@nonet/engine';

/** The steps of a change of the storage, as they are said while they are under way. */
export const STEP_WORDS = {
  judge: 'counting the records that would have no place',
  note: 'starting to record concurrent writes',
  add: 'adding columns',
  fill: 'giving records their new values',
  index: 'building indexes',
  key: 'making references',
  switch: 'switching to the new storage',
  after: 'creating the parts that follow the switch',
} as const satisfies Record<MigrationPlan['steps'][number]['kind'], string>;
