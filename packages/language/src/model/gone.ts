import type { Clause } from './clause.ts';

/**
 * A part of the former document that this one no longer has, with everything that is stored of it (`Gone`). `name` of
 * a screen: its slug.
 */
export type Gone = Clause &
  (
    | { readonly kind: 'entity' | 'role' | 'screen' | 'call'; readonly name: string }
    /** `entity`: by its name now. */
    | { readonly kind: 'field'; readonly entity: string; readonly name: string }
  );

export type GoneKind = Gone['kind'];

/** Whether the document states that a part of the former one is gone. `entity`: by its new name. */
export function isStatedAsGone(
  { gone }: { readonly gone: readonly Gone[] },
  kind: GoneKind,
  name: string,
  entity: string | null = null,
): boolean {
  return gone.some(
    (each) => each.kind === kind && each.name === name && (each.kind !== 'field' || each.entity === entity),
  );
}
