import type { EntityView, ProductView, RecordView } from '@nonet/client';
import { createContext } from 'react';

/** Creates a record over what is being filled in, and hands it back there. */
export type CreateHere = (
  entity: EntityView,
  given: Readonly<Record<string, unknown>>,
  onDone: (record: RecordView) => void,
) => void;

/** Null where nothing can be opened over the page. */
export const CreateHereContext = createContext<CreateHere | null>(null);

/** Whether a screen of this reader creates such records: a form does not offer what no screen states. */
export function isCreated(entity: EntityView, { screens }: Pick<ProductView, 'screens'>): boolean {
  return (
    entity.create &&
    screens.some(
      (screen) =>
        screen.entity === entity.name &&
        (screen.kind === 'form' || screen.actions.some(({ kind }) => kind === 'create')),
    )
  );
}

/** The text that somebody searched for in vain, as the first text of the new record. */
export function givenBy(entity: EntityView, typed: string): Readonly<Record<string, unknown>> {
  const first = entity.fields.find(({ kind, onCreate, required }) => kind === 'text' && onCreate && required);
  return first && typed !== '' ? { [first.name]: typed } : {};
}
