import type { Entity } from '../../model/entities.ts';
import type { Declaration } from '../declare/declare.ts';
import { resolveField } from './entities/field.ts';
import { resolveRecords } from './entities/records.ts';
import {
  placeSettings,
  readCommentsOn,
  readDelete,
  readHistory,
  readHold,
  readOrderByHand,
  checkId,
  checkOrigins,
  readOrderSetting,
  readPath,
  readRetention,
  readSignIn,
  readSize,
  readTitle,
  readUnique,
} from './entities/settings.ts';
import { pluralOf } from './names.ts';

/** Resolves point 3. The clauses are `3.Claim` and `3.Claim.total`. */
export function resolveEntities({ context, declared, constants, entities }: Declaration): readonly Entity[] {
  const declaredValue = (name: string) => constants.find((constant) => constant.name === name);
  return entities.map(({ draft, fields }) => {
    const name = draft.name.text;
    const entity = { draft, fields, context, declared, declaredValue };
    placeSettings(entity);
    checkId(entity);
    checkOrigins(entity);
    const orderByHand = readOrderByHand(entity);
    const resolved = fields.map((field) => resolveField(entity, field));
    return {
      clause: `3.${name}`,
      name,
      label: draft.label,
      labels: draft.labels,
      plural: pluralOf(draft.label),
      path: readPath(entity),
      description: draft.description,
      fields: resolved,
      title: readTitle(entity),
      unique: readUnique(entity),
      order: readOrderSetting(entity, orderByHand),
      orderByHand,
      commentsOn: readCommentsOn(entity),
      keptFor: readRetention(entity),
      keptWhile: readHold(entity, resolved),
      size: readSize(entity),
      delete: readDelete(entity),
      history: readHistory(entity),
      signInBy: readSignIn(entity),
      owner: declared.entities.get(name)?.owner ?? null,
      records: resolveRecords(entity, draft.records, 'Records'),
      demoRecords: resolveRecords(entity, draft.demoRecords, 'Demo records'),
    };
  });
}
