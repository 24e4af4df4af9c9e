import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import type { ColumnView } from '@nonet/client';
import { IconColumns3 } from '@tabler/icons-react';
import { useWords } from '../../words/words.ts';

interface ColumnsMenuProps {
  columns: readonly ColumnView[];
  shown: readonly ColumnView[];
  /** The paths that are shown; `undefined`: all. */
  onChange: (fields: string | undefined) => void;
}

/** Which of the list's columns are shown: one at least. */
export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const words = useWords();
  const paths = shown.map(({ path }) => path.join('.'));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={words.columns} title={words.columns}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.columns} mah="60dvh" style={{ overflowY: 'auto' }}>
        <Checkbox.Group
          value={paths}
          onChange={(chosen) => {
            const kept = columns.map(({ path }) => path.join('.')).filter((path) => chosen.includes(path));
            if (kept.length > 0) onChange(kept.length === columns.length ? undefined : kept.join(','));
          }}
        >
          <Stack gap="xs">
            {columns.map(({ path, label }) => (
              <Checkbox key={path.join('.')} size="sm" value={path.join('.')} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
