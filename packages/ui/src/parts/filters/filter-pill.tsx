import { MantineThemeProvider } from '@mantine/core';
import type { ColumnView } from '@nonet/client';
import { IconPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Condition } from '../../data/conditions.ts';
import { useWords } from '../../words/words.ts';
import classes from './filters.module.css';
import { useConditionText } from './use-condition-text.ts';
import { Popover } from '../overlays.tsx';

const FilterEditor = lazy(async () => ({ default: (await import('./filter-editor.tsx')).FilterEditor }));

/** Pop-ups that open within the editor belong to it, so that a click there does not close it. */
const WITHIN = {
  components: {
    Combobox: { defaultProps: { withinPortal: false } },
    Popover: { defaultProps: { withinPortal: false } },
  },
};

interface FilterPillProps {
  column: ColumnView;
  condition: Condition | null;
  /** Whether it is the only one of its column. */
  alone: boolean;
  onChange: (condition: Condition | null) => void;
}

/** A filter: shows its condition, and opens its editor. */
export function FilterPill({ column, condition, alone, onChange }: FilterPillProps) {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  const text = useConditionText(column, condition);
  const name = alone ? column.label : `${column.label} ${text}`;
  return (
    <span className={classes.pill} data-active={condition !== null || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        width={280}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        portalProps={{ target: '#content' }}
      >
        <Popover.Target>
          <button type="button" className={classes.set} onClick={() => setOpened(!opened)}>
            {condition === null && <IconPlus size={14} aria-hidden />}
            <span className="visually-hidden">{words.filter}: </span>
            <span>{column.label}</span>
            {condition !== null && <b>{text}</b>}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={`${words.filter}: ${name}`}>
          <MantineThemeProvider theme={WITHIN}>
            <Suspense>
              <FilterEditor
                column={column}
                condition={condition}
                onDone={(changed) => {
                  setOpened(false);
                  onChange(changed);
                }}
              />
            </Suspense>
          </MantineThemeProvider>
        </Popover.Dropdown>
      </Popover>
      {condition !== null && (
        <button
          type="button"
          className={classes.clear}
          aria-label={words.clearFilter(name)}
          onClick={() => onChange(null)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
