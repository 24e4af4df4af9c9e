import { Badge, Group, Text } from '@mantine/core';
import { useWords } from '../words/words.ts';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { MultiSelect, TagsInput } from './lazy-inputs.ts';

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function RolesView({ field, value }: ViewProps) {
  const words = useWords();
  const roles = namesOf(value);
  if (roles.length === 0)
    return (
      <Text span inherit c="dimmed">
        {words.noRoles}
      </Text>
    );
  return (
    <Group gap={4} component="span">
      {roles.map((role) => (
        <Badge key={role} variant="default" radius="sm" tt="none" fw={500}>
          {field.choices?.find((each) => each.name === role)?.label ?? role}
        </Badge>
      ))}
    </Group>
  );
}

function RolesInput(props: InputProps) {
  const { choices } = props.field;
  if (choices === null) {
    return <TagsInput {...inputProps(props)} value={namesOf(props.value)} onChange={props.onChange} clearable />;
  }
  return (
    <MultiSelect
      {...inputProps(props)}
      data={choices.map((role) => ({ value: role.name, label: role.label }))}
      value={namesOf(props.value)}
      onChange={props.onChange}
      clearable
    />
  );
}

export const roles: FieldParts = { View: RolesView, Input: RolesInput, toDraft: namesOf, toWire: namesOf };
