import { Input } from '@mantine/core';
import type { FieldView, GivenField, GivenView } from '@nonet/client';
import { useMemo } from 'react';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import type { InputProps, ViewProps } from '../fields/field.ts';
import { GivenFrame } from './given-frame.tsx';

/** The page of a widget may ask for nothing: it has the value of its field. */
function givenOf({ widget = '' }: FieldView): GivenView {
  return { address: widget, reads: [], does: [] };
}

function fieldOf({
  label,
  kind,
  required,
  choices,
  minimum,
  maximum,
}: FieldView): Omit<GivenField, 'value' | 'readOnly' | 'error'> {
  return {
    label,
    kind,
    required,
    choices: choices?.map(({ name, label: own }) => ({ name, label: own })) ?? null,
    minimum,
    maximum,
  };
}

/** A value as the page of its field draws it. */
function WidgetView({ field, value }: ViewProps) {
  const given = useMemo(() => givenOf(field), [field]);
  return (
    <GivenFrame given={given} title={field.label} field={{ ...fieldOf(field), value, readOnly: true, error: null }} />
  );
}

/** An input that the page of its field draws. The value is judged as if it had been typed; the usual input takes the place of a page that ends. */
function WidgetInput(props: InputProps) {
  const { field, value, onChange, label, required, error, id, bare } = props;
  const environment = useFieldEnvironment();
  const { Input: Usual, toDraft, toWire } = environment.parts(field.kind);
  const given = useMemo(() => givenOf(field), [field]);
  const description = field.meaning === '' ? undefined : field.meaning;
  return (
    <Input.Wrapper
      {...(bare ? {} : { label, description })}
      labelElement="div"
      withAsterisk={required && !bare}
      error={error ?? undefined}
    >
      <GivenFrame
        given={given}
        id={id}
        title={label}
        field={{
          ...fieldOf(field),
          label,
          required,
          value: toWire(value, field, environment) ?? null,
          readOnly: false,
          error,
        }}
        onSet={(set) => onChange(toDraft(set, field, environment))}
        instead={<Usual {...props} bare />}
      />
    </Input.Wrapper>
  );
}

/** A value, or its input where it can be changed. */
export default function Widget(props: InputProps | ViewProps) {
  return 'onChange' in props ? <WidgetInput {...props} /> : <WidgetView {...props} />;
}
