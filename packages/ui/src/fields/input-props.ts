import type { InputProps } from './field.ts';

/** The properties that all inputs take alike: name, help, error. */
export function inputProps({ field, path, id, label, bare, error, required, focused, errorIsShown }: InputProps) {
  const description = bare || field.meaning === '' ? undefined : field.meaning;
  return {
    ...(bare ? { 'aria-label': label } : { label, description }),
    id,
    error: error ?? undefined,
    // The product judges missing values: the browser only marks them.
    withAsterisk: required && !bare,
    'aria-required': required || undefined,
    // A message that is hidden describes its input nevertheless.
    ...(errorIsShown === true ? { errorProps: { hidden: true } } : {}),
    name: path,
    ...(focused ? { 'data-autofocus': true } : {}),
  };
}
