/**
 * The values of a body: references and files by id, owned children as lists of such bodies, each with its `id` if it
 * exists already.
 */
export type Body = Readonly<Record<string, unknown>>;
