import type { EntityView, FieldView, RecordView } from '@nonet/client';
import { memo, useMemo } from 'react';
import { errorsBelow, type FieldErrors } from '../data/errors.ts';
import type { Draft } from '../fields/drafts.ts';
import { wireOf } from '../fields/drafts.ts';
import { ComputedValues } from '../fields/computed-values.tsx';
import { FieldInput } from '../fields/field-input.tsx';
import { FormValues } from '../fields/form-values.ts';
import { PlaceContext } from '../fields/place.ts';
import { ComputedProvider, useComputed } from '../fields/use-computed.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import classes from './form-fields.module.css';

export interface FieldGroup {
  label: string | null;
  fields: readonly FieldView[];
}

interface FormFieldsProps {
  /** The form's own name among those of the page. */
  form: string;
  /** The record that is changed; null if one is created. */
  record: RecordView | null;
  groups: readonly FieldGroup[];
  entity: EntityView;
  draft: Draft;
  errors: FieldErrors;
  onChange: (name: string, change: unknown) => void;
  /** In a dialog, the first input gets the focus. */
  focusFirst: boolean;
}

/** The inputs of a form, by the document's groups. */
export function FormFields({ form, record, groups, entity, draft, errors, onChange, focusFirst }: FormFieldsProps) {
  const environment = useFieldEnvironment();
  const { parts } = environment;
  const entered = wireOf(
    groups.flatMap((group) => group.fields),
    draft,
    environment,
  );
  const computed = useComputed(entity, { ...record, ...entered });
  const shown = groups.map((group) => {
    const inputs = (
      <div className={classes.grid}>
        {group.fields.map((field) => (
          <div key={field.name} data-clause={field.clause} data-wide={parts(field.kind).wide || undefined}>
            <FormInput
              field={field}
              value={draft[field.name]}
              errors={errors}
              focused={focusFirst && field === groups[0]?.fields[0]}
              onChange={onChange}
            />
          </div>
        ))}
      </div>
    );
    if (group.fields.length === 0) return null;
    if (group.label === null) return <div key="">{inputs}</div>;
    return (
      <fieldset key={group.label} className={classes.group}>
        <legend>{group.label}</legend>
        {inputs}
      </fieldset>
    );
  });
  const place = useMemo(() => ({ form, below: '' }), [form]);
  return (
    <PlaceContext value={place}>
      <FormValues value={{ ...record, ...entered }}>
        <ComputedProvider value={computed}>
          {shown}
          <ComputedValues values={computed.own.filter(({ lists }) => lists.length === 0)} />
        </ComputedProvider>
      </FormValues>
    </PlaceContext>
  );
}

interface FormInputProps extends Pick<FormFieldsProps, 'errors' | 'onChange'> {
  readonly field: FieldView;
  readonly value: unknown;
  readonly focused: boolean;
}

/** The input of one field: it is drawn anew only if something of its own has changed, and not with each key. */
const FormInput = memo(
  ({ field, onChange, ...own }: FormInputProps) => (
    <FieldInput {...own} field={field} onChange={(change) => onChange(field.name, change)} />
  ),
  (before, now) =>
    before.field === now.field &&
    Object.is(before.value, now.value) &&
    before.focused === now.focused &&
    before.onChange === now.onChange &&
    before.errors[now.field.name] === now.errors[now.field.name] &&
    JSON.stringify(errorsBelow(before.errors, now.field.name)) ===
      JSON.stringify(errorsBelow(now.errors, now.field.name)),
);
