/** Another name for what is there already (`was`): what is stored under the former name is found under this one. */
export type Rename =
  | { readonly kind: 'entity'; readonly name: string; readonly was: string }
  | { readonly kind: 'role'; readonly name: string; readonly was: string }
  /** `entity`: by its name now. */
  | {
      readonly kind: 'field' | 'state' | 'event';
      readonly entity: string;
      readonly name: string;
      readonly was: string;
    };
