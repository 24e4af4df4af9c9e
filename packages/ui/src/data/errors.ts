import type { FieldProblem } from '@nonet/client';
import { ProblemError } from '@nonet/client';

/** Messages by field path: `lines.0.amount`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The errors of a refused save, by field, and the errors that belong to no field of the form. */
export function splitErrors(
  error: unknown,
  isShown: (path: string) => boolean,
): { byField: FieldErrors; others: readonly FieldProblem[] } {
  const byField: Record<string, string> = {};
  const others: FieldProblem[] = [];
  if (error instanceof ProblemError) {
    for (const each of error.errors) {
      if (each.field !== null && isShown(each.field)) {
        byField[each.field] = byField[each.field] ? `${byField[each.field]} ${each.message}` : each.message;
      } else others.push(each);
    }
  }
  return { byField, others };
}

/** The errors at or below one path, with the path taken off: `lines.0.amount` below `lines` is `0.amount`. */
export function errorsBelow(errors: FieldErrors, path: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([key]) => key.startsWith(`${path}.`))
      .map(([key, message]) => [key.slice(path.length + 1), message]),
  );
}
