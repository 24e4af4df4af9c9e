import type { AskView, FieldView } from '@nonet/client';
import { type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import type { FieldEnvironment } from '../fields/field.ts';
import type { FormField } from '../fields/places.ts';

/** A field or an input of an event, as a field of its dialog. */
export function askedField(ask: AskView): FormField {
  return { field: { ...ask.field, name: ask.name, label: ask.label, required: ask.required }, below: ask.child };
}

/** The asked fields, without children that are added to lists. */
export function storedOf(asked: readonly FormField[]): FieldView[] {
  return asked.filter(({ below }) => below === null).map(({ field }) => field);
}

export function childOf(draft: Draft, { name }: FieldView): Draft {
  return draft[name] as Draft;
}

/** The dialog before anything is entered. */
export function askedDraft(asked: readonly FormField[], environment: FieldEnvironment): Draft {
  const children = asked.flatMap(({ field, below }) =>
    below === null ? [] : [[field.name, draftOf(below, null, environment)] as const],
  );
  return { ...draftOf(storedOf(asked), null, environment), ...Object.fromEntries(children) };
}

/** The body that is sent with the event. */
export function askedBody(
  asked: readonly FormField[],
  draft: Draft,
  environment: FieldEnvironment,
): Record<string, unknown> {
  const added = asked.flatMap(({ field, below }) => {
    if (below === null) return [];
    const child = filledIn(wireOf(below, childOf(draft, field), environment));
    return field.required || Object.keys(child).length > 0 ? [[field.name, child] as const] : [];
  });
  return { ...filledIn(wireOf(storedOf(asked), draft, environment)), ...Object.fromEntries(added) };
}

/** The entered values; an event reads missing ones as null. */
function filledIn(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
