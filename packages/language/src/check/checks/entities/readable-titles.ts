import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { fieldsRead } from '../../../expression/fields.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { placeOfReading } from '../../derived/disclosing.ts';
import { type Hidden, type Possible, possibleIn } from '../../derived/possible.ts';
import { hiddenIn } from '../../derived/shown.ts';
import { expressionsOf } from '../../resolve/walk.ts';

/** 3, 6: The title of a record and the order of its lists are read with each reader's rights: somebody must have them. */
export function checkReadableTitles(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const possible = possibleIn(model);
  for (const entity of model.entities) {
    // N352 reports an entity that nobody reads.
    if (!possible.does(entity.name, 'read')) continue;
    const title = expressionsOf(entity.title).flatMap((part) => fieldsRead(part).map(({ path }) => path));
    const order = entity.order.map(({ path }) => path);
    report(context, entity, 'title', firstHidden(context, possible, entity, title));
    report(context, entity, 'order', firstHidden(context, possible, entity, order));
  }
}

function firstHidden(
  context: Context,
  possible: Possible,
  { name }: Entity,
  paths: readonly (readonly string[])[],
): (Hidden & { readonly path: string }) | null {
  for (const path of paths) {
    const hidden = hiddenIn(possible, context, { entity: name, path });
    if (hidden !== null) return { ...hidden, path: path.join('.') };
  }
  return null;
}

function report(
  context: Context,
  entity: Entity,
  setting: 'title' | 'order',
  hidden: ReturnType<typeof firstHidden>,
): void {
  const span = context.placeOf(`${entity.clause}.settings.${setting}`) ?? context.placeOf(entity.clause);
  if (hidden === null || !span) return;
  const place = placeOfReading(context, hidden.entity, hidden.field);
  context.report('N355', ENTITIES_CODES.N355, { entity: entity.name, setting, path: hidden.path }, span, {
    clause: entity.clause,
    ...(place && { related: [{ span: place, message: 'Who may read it stands here.' }] }),
  });
}
