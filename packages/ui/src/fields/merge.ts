import type { FieldView } from '@nonet/client';
import { type Draft, wireOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';

/** Two people's changes of one record, since the version that both began with. */
export interface Merge {
  /** The newest version with what only one of the two changed. */
  readonly draft: Draft;
  /** Fields that both changed, differently: somebody has to choose. */
  readonly conflicts: readonly FieldView[];
  /** Fields that only the others changed. */
  readonly taken: readonly FieldView[];
}

export function mergeDrafts(
  fields: readonly FieldView[],
  before: Draft,
  mine: Draft,
  theirs: Draft,
  environment: FieldEnvironment,
): Merge {
  const [was, own, other] = [before, mine, theirs].map((draft) => wireOf(fields, draft, environment));
  const same = (one: unknown, another: unknown) => JSON.stringify(one) === JSON.stringify(another);
  const isMine = ({ name }: FieldView) => !same(was?.[name], own?.[name]);
  const isTheirs = ({ name }: FieldView) => !same(was?.[name], other?.[name]);
  const differ = ({ name }: FieldView) => !same(own?.[name], other?.[name]);
  return {
    draft: { ...theirs, ...Object.fromEntries(fields.filter(isMine).map(({ name }) => [name, mine[name]])) },
    conflicts: fields.filter((field) => isMine(field) && isTheirs(field) && differ(field)),
    taken: fields.filter((field) => isTheirs(field) && !isMine(field)),
  };
}
