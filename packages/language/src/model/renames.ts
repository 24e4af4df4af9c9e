/**
 * A new name for something that exists already (`was`): data stored under the former name is found under the new one.
 */
export type Rename =
  /** `name` and `was` of a screen: its slug. */
  | { readonly kind: 'entity' | 'role' | 'screen' | 'call' | 'constant'; readonly name: string; readonly was: string }
  /** `entity`: by its name now. */
  | {
      readonly kind: 'field' | 'state' | 'event';
      readonly entity: string;
      readonly name: string;
      readonly was: string;
    }
  /** `entity`, `field`: by their names now. */
  | {
      readonly kind: 'choice';
      readonly entity: string;
      readonly field: string;
      readonly name: string;
      readonly was: string;
    };

export type RenamedKind = Rename['kind'];

/** Whether two renames concern names of the same kind in the same place. */
export function isSameNamespace(left: Omit<Rename, 'name' | 'was'>, right: Omit<Rename, 'name' | 'was'>): boolean {
  const place = (rename: Omit<Rename, 'name' | 'was'>) => [
    rename.kind,
    'entity' in rename ? rename.entity : null,
    'field' in rename ? rename.field : null,
  ];
  return place(left).join('.') === place(right).join('.');
}

/** A part that may have had another name. */
export type Named = Rename extends infer Kind ? (Kind extends Rename ? Omit<Kind, 'was'> : never) : never;
