import type { ModelReport } from './model.ts';

/** The parts of a model that are lists of things with a clause, and of those that belong to an entity. */
const LISTS = [
  'screens',
  'entities',
  'states',
  'rules',
  'examples',
  'roles',
  'permissions',
  'calls',
  'errors',
  'constants',
  'terms',
  'renames',
  'conversions',
  'origins',
  'gone',
  'gaps',
] as const satisfies readonly (keyof ModelReport)[];

/** A model in which the lists have only what was asked for; the others are left out. */
export type PartOfModel = Pick<ModelReport, 'title'> & Partial<ModelReport>;

/**
 * The parts of a model about one name (`Claim`, `approve`, `manager`, `MAX_LINES`) or clause (`4.Claim.status`). Null if it
 * says nothing.
 */
export function partOfModel(model: ModelReport, only: string): PartOfModel | null {
  const lists = LISTS.flatMap((list) => {
    const kept = (model[list] as readonly object[]).filter((item) => concerns(item, only));
    return kept.length === 0 ? [] : [[list, kept] as const];
  });
  const { calls, shapes, ...rest } = model.answered;
  const answered = {
    calls: calls.filter((call) => concerns(call, only)),
    shapes: shapes.filter((shape) => concerns(shape, only)),
  };
  const isAnswered = answered.calls.length + answered.shapes.length > 0;
  const places = Object.entries(model.places).filter(([clause]) => isWithin(clause, only));
  if (lists.length === 0 && !isAnswered && places.length === 0) return null;
  return {
    title: model.title,
    ...(Object.fromEntries(lists) as Partial<ModelReport>),
    ...(isAnswered ? { answered: { ...rest, ...answered } } : {}),
    places: Object.fromEntries(places),
  };
}

/** Whether an item has the name, belongs to the entity of that name, or has a clause that the name stands in. */
function concerns(item: object, only: string): boolean {
  const { clause, entity, name, code, when } = item as Readonly<Record<string, unknown>>;
  if ([entity, name, code].includes(only)) return true;
  if (Array.isArray(when) && when.some((each) => concerns(each as object, only))) return true;
  return typeof clause === 'string' && isWithin(clause, only);
}

/** `4.Claim.status.submit` is within the names `Claim`, `status` and `submit`, and the clauses `4`, `4.Claim`, …. */
function isWithin(clause: string, only: string): boolean {
  return clause === only || clause.startsWith(`${only}.`) || clause.split('.').includes(only);
}
