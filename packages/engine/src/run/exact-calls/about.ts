import { type FieldError, Refusal } from '../../refusal.ts';

/** Sets the entity whose record a refusal is about, unless it is set already. */
export function about(refusal: Refusal, entity: string): Refusal {
  return refusal.subject === null ? renewed(refusal, { subject: entity }) : refusal;
}

/** The refusal with other names of its fields. */
export function withErrors(refusal: Refusal, errors: readonly FieldError[]): Refusal {
  return renewed(refusal, { errors });
}

function renewed(
  { code, status, words, clause, errors, confirm, subject }: Refusal,
  other: { readonly subject?: string; readonly errors?: readonly FieldError[] },
): Refusal {
  return new Refusal({ code, status, words, clause, errors, confirm, subject, ...other });
}

/** Does work that concerns a record of an entity; its refusals concern that entity. */
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
