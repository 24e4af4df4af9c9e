import type { Context } from '../../context.ts';
import type { Constant } from '../../../model/constants.ts';
import type { Declared } from '../../declared.ts';
import type { EntityDraft } from '../../declare/entities.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';

/** An entity on its way from draft to model. */
export interface Resolving {
  readonly context: Context;
  readonly declared: Declared;
  /** A constant of point 9. */
  readonly declaredValue: (name: string) => Constant | undefined;
  readonly draft: EntityDraft;
  readonly fields: readonly FieldDraft[];
}
