import { Select } from '@mantine/core';
import type { ColumnView } from '@nonet/client';
import { type ListState, operatorsOf, stateKey } from '../data/list-state.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { isWhole } from '../fields/limits.ts';
import { useWords } from '../words/words.ts';
import { TypedInput } from './typed-input.tsx';
import { textOf } from '../format/text-of.ts';

interface FilterControlProps {
  column: ColumnView;
  state: ListState;
  onChange: (changes: Record<string, string | undefined>) => void;
}

const NO_ERRORS = {};
const MOMENTS: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/**
 * A filter by a datetime names days, which the request turns into instants; one by roles names one role, one by many
 * records one of these.
 */
const FILTERED_AS: Readonly<Record<string, string>> = {
  datetime: 'date',
  roles: 'enum',
  many: 'reference',
};

/** The control that narrows a list by one column, by the column's type. */
export function FilterControl({ column, state, onChange }: FilterControlProps) {
  const words = useWords();
  const { field } = column;
  const set = (operator: string, value: unknown) =>
    onChange({ [stateKey(column, operator)]: textOf(value) || undefined });
  const label = (operator: string) =>
    operator === '' || operator === 'contains'
      ? column.label
      : `${column.label}, ${isMoment ? (operator === 'gte' ? words.from : words.to) : operator === 'gte' ? words.minimum : words.maximum}`;
  const isMoment = MOMENTS.has(field.kind);

  if (field.kind === 'boolean') {
    const value = state[stateKey(column, '')];
    return (
      <Select
        w={120}
        label={column.label}
        placeholder={words.any}
        clearable
        data={[
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
        ]}
        value={value ?? null}
        onChange={(chosen) => set('', chosen)}
      />
    );
  }

  return operatorsOf(field.kind).map((operator) => {
    const value = state[stateKey(column, operator)];
    if (operator === 'contains') {
      return (
        <TypedInput
          key={operator}
          label={label(operator)}
          value={value ?? ''}
          onChange={(text) => set(operator, text)}
        />
      );
    }
    const asked = { ...field, kind: FILTERED_AS[field.kind] ?? field.kind, meaning: '', required: false };
    return (
      <FieldInput
        key={operator}
        field={asked}
        label={label(operator)}
        required={false}
        errors={NO_ERRORS}
        value={value ?? ''}
        onChange={(changed) => {
          // A date or time that is still being typed narrows nothing.
          if (!isMoment || changed === '' || isWhole(asked, changed)) set(operator, idOf(changed));
        }}
      />
    );
  });
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
