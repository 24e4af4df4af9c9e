import type { Edit } from '../edit.ts';
import { BEHAVIOUR_EDITS } from './behaviour.ts';
import { FIELD_EDITS } from './fields.ts';
import { FURTHER_BEHAVIOUR_EDITS } from './further-behaviour.ts';
import { FURTHER_FIELD_EDITS } from './further-fields.ts';
import { STRUCTURE_EDITS } from './structure.ts';
import { TYPE_EDITS } from './types.ts';
import { WORKFLOW_EDITS } from './workflow.ts';

/** All edits, by their numbers. */
export const EDITS: readonly Edit[] = [
  ...FIELD_EDITS,
  ...TYPE_EDITS,
  ...STRUCTURE_EDITS,
  ...WORKFLOW_EDITS,
  ...BEHAVIOUR_EDITS,
  ...FURTHER_FIELD_EDITS,
  ...FURTHER_BEHAVIOUR_EDITS,
].toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }));
