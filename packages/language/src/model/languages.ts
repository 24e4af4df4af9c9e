import type { Model } from './model.ts';

/** The languages of columns `label (nl)` and `message (nl)`. */
export function statedLanguages({
  entities,
  states,
  roles,
  errors,
}: Pick<Model, 'entities' | 'states' | 'roles' | 'errors'>): ReadonlySet<string> {
  const languages = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('labels' in value && typeof value.labels === 'object' && value.labels !== null)
      for (const language of Object.keys(value.labels)) languages.add(language);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect([entities, states, roles]);
  for (const error of errors) for (const language of Object.keys(error.translations)) languages.add(language);
  return languages;
}
