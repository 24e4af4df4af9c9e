/** The larger inputs, the library's and ours, in one chunk: forms fetch them, other screens do not. */
import { MultiSelect as LibraryMultiSelect, Select as LibrarySelect } from '@mantine/core';

export { TagsInput, Textarea } from '@mantine/core';
export { PasswordInput } from '../parts/password-input.tsx';
export { ChildrenInput } from './children-input.tsx';
export { FileInput } from './file-input.tsx';
export { TypedDate, TypedDateTime, TypedTime } from './typed-moments.tsx';

/** Choices scroll by themselves: the list that the arrow keys move in is what scrolls. */
const SCROLLS = { withScrollArea: false, styles: { dropdown: { maxHeight: 250, overflowY: 'auto' } } } as const;

export const Select = LibrarySelect.withProps(SCROLLS);
export const MultiSelect = LibraryMultiSelect.withProps(SCROLLS);
