/** The larger inputs, the library's and ours, in one chunk: forms fetch them, other screens do not. */
export { MultiSelect, Select, TagsInput, Textarea } from '@mantine/core';
export { PasswordInput } from '../parts/password-input.tsx';
export { ChildrenInput } from './children-input.tsx';
export { FileInput } from './file-input.tsx';
export { TypedDate, TypedDateTime, TypedTime } from './typed-moments.tsx';
