import { Fieldset, Input, Stack } from '@mantine/core';
import type { FieldView } from '@nonet/client';
import { use } from 'react';
import { errorsBelow, type FieldErrors } from '../data/errors.ts';
import { changedBy, type Draft, wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { PlaceContext, placeId } from '../fields/place.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';

interface AskedChildProps {
  /** The list that the child is added to. */
  field: FieldView;
  fields: readonly FieldView[];
  draft: Draft;
  errors: FieldErrors;
  focused: boolean;
  onChange: (change: (before: unknown) => Draft) => void;
}

/** The fields of the child that an event adds to a list (4: `asks lines + (…)`). */
export function AskedChild({ field: list, fields, draft, errors, focused, onChange }: AskedChildProps) {
  const environment = useFieldEnvironment();
  const form = use(PlaceContext)?.form ?? '';
  const id = placeId(form, list.name);
  const error = errors[list.name];
  const below = errorsBelow(errors, list.name);

  function change(name: string, changed: unknown) {
    onChange((before) => ({ ...(before as Draft), [name]: changedBy(changed, (before as Draft)[name]) }));
  }

  return (
    <Fieldset id={id} legend={list.label} aria-describedby={error && `${id}-error`}>
      <Stack gap="sm">
        <PlaceContext value={{ form, below: `${list.name}.` }}>
          <FormValues value={wireOf(fields, draft, environment)}>
            {fields.map((field, index) => (
              <FieldInput
                key={field.name}
                field={field}
                value={draft[field.name]}
                errors={below}
                focused={focused && index === 0}
                onChange={(changed) => change(field.name, changed)}
              />
            ))}
          </FormValues>
        </PlaceContext>
        {error && (
          <Input.Error id={`${id}-error`} role="alert">
            {error}
          </Input.Error>
        )}
      </Stack>
    </Fieldset>
  );
}
