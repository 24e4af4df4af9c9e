/** The larger inputs of the library, in one chunk: forms fetch them, other screens do not. */
export { MultiSelect, PasswordInput, Select, TagsInput, Textarea } from '@mantine/core';
export { MomentInput } from './moment-input.tsx';
