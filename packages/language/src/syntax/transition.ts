/** `draft -> paid`, as other notations write what stands in two cells here (4); null where a text is no such thing. */
export function asTransition(text: string): { readonly from: string; readonly to: string } | null {
  const [, from, to] = /^(\w[\w, ]*?)\s*(?:-+>|=+>|→|⟶|⇒)\s*(\w+)$/.exec(text) ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}
