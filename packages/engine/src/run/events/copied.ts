import type { Effect, Expression } from '@nonet/language';
import { touchedKey, type Write } from '../write.ts';

/** Whose event has the effects, and the names under which its caller has given values. */
interface Asking {
  readonly entity: string;
  readonly id: string;
  readonly asked?: ReadonlySet<string>;
}

/**
 * The name under which the caller has given a value that an effect copies as it is (`create Fee(amount: amount)`); null
 * for any other value. What refuses the copy is then reported at that name.
 */
function copiedFrom(value: Expression, { asked }: Asking): string | null {
  if (value.kind !== 'field' || value.of.kind !== 'variable') return null;
  const isOfEvent = value.of.name === 'input' || value.of.name === 'this';
  return isOfEvent && asked?.has(value.field) === true ? value.field : null;
}

/** Notes the fields of a touched record into which effects copy what the caller has given. */
export function noteCopied(
  write: Write,
  place: Asking,
  record: { readonly entity: string; readonly id: string },
  values: readonly (readonly [field: string, value: Expression])[],
): void {
  const touched = write.touched.get(touchedKey(record.entity, record.id));
  if (touched === undefined) return;
  for (const [field, value] of values) {
    const name = copiedFrom(value, place);
    // A value that is computed afterwards is nobody's.
    if (name === null) touched.copied?.delete(field);
    else (touched.copied ??= new Map()).set(field, name);
  }
}

/** The same for effects that set fields of the record itself. */
export function noteSet(write: Write, place: Asking, effects: readonly Extract<Effect, { kind: 'set' }>[]): void {
  noteCopied(
    write,
    place,
    place,
    effects.map(({ field, value }) => [field, value]),
  );
}
