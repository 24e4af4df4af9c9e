/** The larger inputs, the library's and ours, in one chunk: forms fetch them, other screens do not. */
import {
  MultiSelect as LibraryMultiSelect,
  type MultiSelectProps,
  Select as LibrarySelect,
  type SelectProps,
} from '@mantine/core';
import { createElement } from 'react';

export { TagsInput, Textarea } from '@mantine/core';
export { PasswordInput } from '../parts/password-input.tsx';
export { ChildrenInput } from './children-input.tsx';
export { FileInput } from './file-input.tsx';
export { TypedDate, TypedDateTime, TypedTime } from './typed-moments.tsx';

/** Choices scroll by themselves: the list that the arrow keys move in is what scrolls. */
const SCROLLS = { withScrollArea: false, styles: { dropdown: { maxHeight: 250, overflowY: 'auto' } } } as const;

/**
 * A choice of one. The library's `withProps` would be asked while the code comes, before the library's own inputs may
 * be there: which of the two files is read first is not known.
 */
export function Select(props: SelectProps) {
  return createElement(LibrarySelect<string>, { ...SCROLLS, ...props });
}

/** A choice of several. */
export function MultiSelect(props: MultiSelectProps) {
  return createElement(LibraryMultiSelect<string>, { ...SCROLLS, ...props });
}
