import type { Label } from '../../model/clause.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Part } from '../resolve/words.ts';
import type { FieldRules } from './field-rules.ts';

/** One field: its type is known, its rules are separated but not resolved. */
export interface FieldDraft extends Label {
  readonly name: string;
  /** The place that states the field; for a field that the language adds, its entity's heading. */
  readonly place: Part;
  readonly typePlace: Part;
  readonly type: FieldType;
  readonly rules: FieldRules;
  readonly meaning: string;
  readonly group: string | null;
  readonly required: boolean;
  readonly origin: 'stated' | 'built in' | 'derived';
}
