import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { holdsEnter } from './holds-enter.ts';
import { inputProps } from './input-props.ts';
import { MultiSelect } from './lazy-inputs.ts';
import classes from './picker.module.css';
import { ReferenceView, type Referred, referred } from './reference.tsx';
import { useCandidates } from './use-candidates.ts';

/** The references of a list on the wire: ids, or objects with a title where these were asked for. */
function referredOf(value: unknown): Referred[] {
  return Array.isArray(value) ? value.map(referred).filter((each) => each !== null) : [];
}

/** The maximum number of records in a cell of a table; the number of the others is added. */
const MOST_IN_A_CELL = 3;

export function ManyView({ field, value, dense }: ViewProps) {
  const words = useWords();
  const references = referredOf(value);
  if (references.length === 0)
    return (
      <Text span inherit c="dimmed">
        {words.nothing}
      </Text>
    );
  const shown = dense ? references.slice(0, MOST_IN_A_CELL) : references;
  const others = references.slice(shown.length);
  return (
    <Group gap={4} component="span" wrap={dense ? 'nowrap' : 'wrap'}>
      {shown.map((each) => (
        <Badge key={each.id} variant="default" radius="sm" tt="none" fw={400}>
          <ReferenceView field={field} value={each} dense={dense} />
        </Badge>
      ))}
      {others.length > 0 && (
        <Text span size="xs" c="dimmed" title={others.map(({ id, title }) => title ?? id).join(', ')}>
          +{others.length}
        </Text>
      )}
    </Group>
  );
}

function ManyInput(props: InputProps) {
  const words = useWords();
  const chosen = referredOf(props.value);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const { options, listed, message } = useCandidates(props.field, typed, opened);
  const known = [...chosen.map(({ id, title }) => ({ value: id, label: title ?? id })), ...listed];
  const data = known.filter(({ value }, place) => known.findIndex((other) => other.value === value) === place);

  function take(ids: readonly string[]) {
    props.onChange(ids.map((id) => ({ id, _title: data.find(({ value }) => value === id)?.label ?? null })));
  }

  return (
    <MultiSelect
      {...inputProps(props)}
      classNames={{ option: classes.option ?? '' }}
      data={data}
      value={chosen.map(({ id }) => id)}
      onChange={take}
      onKeyDown={(event) => {
        const left = options.filter(({ value }) => !chosen.some(({ id }) => id === value));
        holdsEnter(event, typed, left, ({ value }) => {
          take([...chosen.map(({ id }) => id), value]);
          setTyped('');
        });
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options: all }) => all}
      hidePickedOptions
      clearable
      nothingFoundMessage={message}
      placeholder={chosen.length === 0 ? words.typeToSearch : undefined}
    />
  );
}

export const many: FieldParts = {
  View: ManyView,
  Input: ManyInput,
  wide: true,
  toDraft: (value) => (Array.isArray(value) ? value : []),
  toWire: (draft) => referredOf(draft).map(({ id }) => id),
};
