import { ActionIcon, Button, Checkbox, Group, Stack, Switch } from '@mantine/core';
import type { ColumnView } from '@nonet/client';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { arranged, moved, PLAIN_LAYOUT } from '../../data/table-layout.ts';
import type { TableLayoutState } from '../../parts/use-table-layout.ts';
import { useWords } from '../../words/words.ts';

export interface ColumnsChoiceProps {
  columns: readonly ColumnView[];
  shown: readonly ColumnView[];
  arrangement: TableLayoutState;
  /** The paths that are shown; `undefined`: all. */
  onChange: (fields: string | undefined) => void;
}

/** Chooses which of the list's columns are shown (at least one), their order, and the height of the rows. */
export default function ColumnsChoice({ columns, shown, arrangement, onChange }: ColumnsChoiceProps) {
  const words = useWords();
  const { layout, arrange, setDense, reset } = arrangement;
  const paths = shown.map(({ path }) => path.join('.'));
  const ordered = arranged(columns, layout);
  const all = ordered.map(({ path }) => path.join('.'));
  const step = (path: string, by: number) => {
    const other = all[all.indexOf(path) + by];
    if (other !== undefined) arrange(moved(all, path, other));
  };
  return (
    <>
      <Checkbox.Group
        value={paths}
        onChange={(chosen) => {
          const kept = columns.map(({ path }) => path.join('.')).filter((path) => chosen.includes(path));
          if (kept.length > 0) onChange(kept.length === columns.length ? undefined : kept.join(','));
        }}
      >
        <Stack gap={2}>
          {ordered.map(({ path, label }, place) => (
            <Group key={path.join('.')} justify="space-between" wrap="nowrap">
              <Checkbox size="sm" value={path.join('.')} label={label} />
              <Group gap={0} wrap="nowrap">
                <Step
                  label={words.columnEarlier(label)}
                  disabled={place === 0}
                  onClick={() => step(path.join('.'), -1)}
                >
                  <IconChevronUp size={14} aria-hidden />
                </Step>
                <Step
                  label={words.columnLater(label)}
                  disabled={place === ordered.length - 1}
                  onClick={() => step(path.join('.'), 1)}
                >
                  <IconChevronDown size={14} aria-hidden />
                </Step>
              </Group>
            </Group>
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="space-between" mt="sm">
        <Switch
          size="xs"
          label={words.denseRows}
          checked={layout.dense}
          onChange={({ currentTarget }) => setDense(currentTarget.checked)}
        />
        {layout !== PLAIN_LAYOUT && (
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            {words.asTheListIs}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Moves a column by one place. */
function Step(props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  const { label, disabled, onClick, children } = props;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      {...(disabled ? {} : { c: 'var(--mantine-color-text)' })}
      size="sm"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
