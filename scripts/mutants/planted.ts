import { MIGRATE_FAULTS } from './planted/migrate.ts';
import { SQL_FAULTS } from './planted/sql.ts';
import { RUN_FAULTS } from './planted/run.ts';
import { CALL_FAULTS } from './planted/calls.ts';
import { OTHER_FAULTS } from './planted/others.ts';
import { MERGE_FAULTS } from './planted/merges.ts';
import { LIST_FAULTS } from './planted/lists.ts';
import { TREE_AND_TIME_FAULTS } from './planted/trees-and-time.ts';
import { PEOPLE_FAULTS } from './planted/people.ts';
import type { Planted } from './planted/planted-fault.ts';

/** All planted faults, by the folder of the engine whose text they change. */
export const PLANTED: readonly Planted[] = [
  ...MIGRATE_FAULTS,
  ...SQL_FAULTS,
  ...RUN_FAULTS,
  ...CALL_FAULTS,
  ...OTHER_FAULTS,
  ...PEOPLE_FAULTS,
  ...MERGE_FAULTS,
  ...LIST_FAULTS,
  ...TREE_AND_TIME_FAULTS,
];
