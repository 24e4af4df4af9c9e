import type { AskView, FieldView } from '@nonet/client';
import { type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import type { Surroundings } from '../fields/field.ts';
import type { FormField } from '../fields/places.ts';

/** What an event asks, as a field of its dialog. */
export function askedField(ask: AskView): FormField {
  return { field: { ...ask.field, name: ask.name, label: ask.label, required: ask.required }, below: ask.child };
}

/** All but the children that are added to lists. */
export function storedOf(asked: readonly FormField[]): FieldView[] {
  return asked.filter(({ below }) => below === null).map(({ field }) => field);
}

export function childOf(draft: Draft, { name }: FieldView): Draft {
  return draft[name] as Draft;
}

/** The dialog before anything is entered. */
export function askedDraft(asked: readonly FormField[], surroundings: Surroundings): Draft {
  const children = asked.flatMap(({ field, below }) =>
    below === null ? [] : [[field.name, draftOf(below, null, surroundings)] as const],
  );
  return { ...draftOf(storedOf(asked), null, surroundings), ...Object.fromEntries(children) };
}

/** What the event is sent. */
export function askedBody(
  asked: readonly FormField[],
  draft: Draft,
  surroundings: Surroundings,
): Record<string, unknown> {
  const added = asked.flatMap(({ field, below }) => {
    if (below === null) return [];
    const child = filledIn(wireOf(below, childOf(draft, field), surroundings));
    return field.required || Object.keys(child).length > 0 ? [[field.name, child] as const] : [];
  });
  return { ...filledIn(wireOf(storedOf(asked), draft, surroundings)), ...Object.fromEntries(added) };
}

/** What was filled in; an event takes what is left out as null. */
function filledIn(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
