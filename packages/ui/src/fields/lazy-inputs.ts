import type { MultiSelectProps, PasswordInputProps, SelectProps, TagsInputProps, TextareaProps } from '@mantine/core';
import { type ComponentType, lazy } from 'react';
import { fetchPart } from '../data/load-part.ts';
import type { InputProps } from './field.ts';
import type { DateTimeInputProps } from './typed-moments.tsx';

type Inputs = typeof import('./form-inputs.ts');

/** Fetches the inputs that a form will show, before it shows them. */
export function fetchInputs(): Promise<Inputs> {
  return fetchPart(() => import('./form-inputs.ts'));
}

function lazyInput<Props extends object>(pick: (inputs: Inputs) => unknown) {
  return lazy(async () => ({ default: pick(await fetchInputs()) as ComponentType<Props> }));
}

export const Select = lazyInput<SelectProps>((inputs) => inputs.Select);
export const MultiSelect = lazyInput<MultiSelectProps>((inputs) => inputs.MultiSelect);
export const TagsInput = lazyInput<TagsInputProps>((inputs) => inputs.TagsInput);
export const Textarea = lazyInput<TextareaProps>((inputs) => inputs.Textarea);
export const PasswordInput = lazyInput<PasswordInputProps>((inputs) => inputs.PasswordInput);
export const TypedDate = lazyInput<InputProps>((inputs) => inputs.TypedDate);
export const TypedDateTime = lazyInput<DateTimeInputProps>((inputs) => inputs.TypedDateTime);
export const TypedTime = lazyInput<InputProps>((inputs) => inputs.TypedTime);
export const ChildrenInput = lazyInput<InputProps>((inputs) => inputs.ChildrenInput);
export const FileInput = lazyInput<InputProps>((inputs) => inputs.FileInput);
