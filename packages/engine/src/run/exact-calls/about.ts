import { type FieldError, Refusal } from '../../refusal.ts';

/** Says which entity's record a refusal is about, where nobody has said so before. */
export function about(refusal: Refusal, entity: string): Refusal {
  return refusal.subject === null ? renewed(refusal, { subject: entity }) : refusal;
}

/** The same refusal with its fields under other names. */
export function withErrors(refusal: Refusal, errors: readonly FieldError[]): Refusal {
  return renewed(refusal, { errors });
}

function renewed(
  { code, status, words, clause, errors, confirm, subject }: Refusal,
  other: { readonly subject?: string; readonly errors?: readonly FieldError[] },
): Refusal {
  return new Refusal({ code, status, words, clause, errors, confirm, subject, ...other });
}

/** Does what is about a record of an entity; whatever it is refused with is about that. */
export async function aboutIt<T>(entity: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? about(error, entity) : error;
  }
}

/** Errors of one of several items, each behind the place that it has in the list. */
export async function inItem<T>(place: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const placed = error.errors.map((each) => ({
      ...each,
      field: each.field === null ? String(place) : `${place}.${each.field}`,
    }));
    throw withErrors(error, placed);
  }
}
