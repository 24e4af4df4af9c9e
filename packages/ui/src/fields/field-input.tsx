import type { FieldView } from '@nonet/client';
import { use } from 'react';
import { errorsBelow, type FieldErrors } from '../data/errors.ts';
import { useFieldEnvironment } from './field-environment.ts';
import { Widget } from './lazy-widget.tsx';
import { PlaceContext, placeId } from './place.ts';

interface FieldInputProps {
  field: FieldView;
  value: unknown;
  onChange: (value: unknown) => void;
  errors: FieldErrors;
  /** The path of the field and its errors, if it is not the field's name. */
  path?: string;
  required?: boolean;
  label?: string;
  bare?: boolean;
  focused?: boolean;
}

/** A field's input as its kind has it. */
export function FieldInput({
  field,
  value,
  onChange,
  errors,
  path = field.name,
  required,
  label,
  bare = false,
  focused = false,
}: FieldInputProps) {
  const { Input: Usual } = useFieldEnvironment().parts(field.kind);
  const Input = field.widget ? Widget : Usual;
  const place = use(PlaceContext);
  const whole = (place?.below ?? '') + path;
  return (
    <Input
      field={field}
      path={whole}
      id={place ? placeId(place.form, whole) : undefined}
      value={value}
      onChange={onChange}
      error={errors[path] ?? null}
      errorsBelow={errorsBelow(errors, path)}
      label={label ?? field.label}
      required={required ?? field.required}
      bare={bare}
      focused={focused}
    />
  );
}
