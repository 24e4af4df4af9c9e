import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Model } from '../../../model/model.ts';
import { namesIn } from '../../../model/pair-documents.ts';
import { isSameNamespace } from '../../../model/renames.ts';
import type { Context } from '../../context.ts';

/** A name in `Gone` is neither stated any more nor the former name of something else. */
export function checkGone(model: Model, context: Context): void {
  for (const { gone, place } of context.statedGone) {
    const { kind, name } = gone;
    const named = { ...gone, was: name };
    const successor = context.renamed.find(
      ({ rename }) => isSameNamespace(rename, gone) && rename.was === name,
    )?.rename;
    const isNew = context.statedAsNew.some((other) => isSameNamespace(other, gone) && other.name === name);
    if (successor !== undefined)
      context.report(
        'N331',
        ENTITIES_CODES.N331,
        { kind, name, reason: { because: 'renamed', successor: successor.name } },
        place,
      );
    else if (namesIn(model, named).has(name) && !isNew)
      context.report('N331', ENTITIES_CODES.N331, { kind, name, reason: 'still' }, place);
  }
}
