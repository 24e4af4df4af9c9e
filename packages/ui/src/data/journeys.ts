import type { EntityView, FieldView, RecordView } from '@nonet/client';
import { useSyncExternalStore } from 'react';

/** A journey away that somebody has begun here: the record, and its field in which the address comes. */
export interface Journey {
  readonly entity: EntityView;
  readonly id: string;
  readonly field: FieldView;
}

let begun: Journey | null = null;
const listeners = new Set<() => void>();

function become(next: Journey | null): void {
  begun = next;
  for (const listener of listeners) listener();
}

/** Begins the journey that an event, or `create`, of a record causes; does nothing where it causes none. */
export function beginJourney(entity: EntityView, cause: string, record: RecordView): void {
  const field = entity.fields.find(({ journey }) => journey?.causes.includes(cause));
  if (field !== undefined) become({ entity, id: record.id, field });
}

export const endJourney = (): void => become(null);

/** The journey that was begun and has not led away yet; null if there is none. */
export function useJourney(): Journey | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => begun,
  );
}

/** The field of a record's journey; undefined if its entity has none. */
export const journeyField = (entity: EntityView): FieldView | undefined =>
  entity.fields.find(({ journey }) => journey !== undefined);
