import { Fieldset, Input, Stack } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import { errorsBelow, type FieldErrors } from '../data/errors.ts';
import { type Draft, wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { useSurroundings } from '../fields/surroundings.ts';

interface AskedChildProps {
  /** The list that the child is added to. */
  name: string;
  label: string;
  fields: readonly FieldView[];
  draft: Draft;
  errors: FieldErrors;
  focused: boolean;
  onChange: (draft: Draft) => void;
}

/** The fields of the child that an event adds to a list (4: `asks lines + (…)`). */
export function AskedChild({ name, label, fields, draft, errors, focused, onChange }: AskedChildProps) {
  const surroundings = useSurroundings();
  const below = errorsBelow(errors, name);
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        <FormValues value={wireOf(fields, draft, surroundings)}>
          {fields.map((field, index) => (
            <FieldInput
              key={field.name}
              field={field}
              value={draft[field.name]}
              errors={below}
              focused={focused && index === 0}
              onChange={(value) => onChange({ ...draft, [field.name]: value })}
            />
          ))}
        </FormValues>
        {errors[name] && <Input.Error role="alert">{errors[name]}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}
