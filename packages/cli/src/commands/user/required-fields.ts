import type { Field, Plan } from '@nonet/language';

/** Fields that have an argument or an option of their own. */
const OWN_OPTIONS: ReadonlySet<string> = new Set(['email', 'name', 'roles', 'disabled']);
/** Types that the product gives itself, and those that hold no single value. */
const NOT_ENTERED: ReadonlySet<Field['type']['kind']> = new Set([
  'number',
  'slug',
  'state',
  'children',
  'many',
  'all',
  'file',
  'image',
  'open',
]);

/** The fields of a User without which the document admits no account, and which `--set` gives. */
export function requiredFields(plan: Plan): readonly Field[] {
  const user = plan.entities.find(({ name }) => name === 'User');
  return (user?.fields ?? []).filter(
    (field) =>
      field.required &&
      !field.derived &&
      field.computed === null &&
      field.default === null &&
      field.when === null &&
      !OWN_OPTIONS.has(field.name) &&
      !NOT_ENTERED.has(field.type.kind),
  );
}

/** `Card number (text of at most 8 characters, as /^[0-9]{8}$/)`. */
export function describeField({ label, type, minimum, maximum, pattern }: Field): string {
  const parts = [
    type.kind === 'reference'
      ? `${type.entity}, by its title or a unique field`
      : type.kind === 'enum'
        ? type.values.map(({ name }) => name).join(', ')
        : type.kind,
    ...(minimum === null && maximum === null ? [] : [`${minimum?.value ?? ''}..${maximum?.value ?? ''}`]),
    ...(pattern === null ? [] : [`as /${pattern}/`]),
  ];
  return `${label} (${parts.join('; ')})`;
}
