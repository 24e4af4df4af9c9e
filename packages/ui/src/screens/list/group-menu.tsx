import { Button } from '@mantine/core';
import { IconChevronDown, IconStack2 } from '@tabler/icons-react';
import type { Grouping } from '../../data/groups.ts';
import { Menu } from '../../parts/overlays.tsx';
import { useWords } from '../../words/words.ts';

interface GroupMenuProps {
  groupings: readonly Grouping[];
  current: Grouping | null;
  onChange: (key: string | undefined) => void;
}

/** Divides the list into groups by one of its columns. */
export function GroupMenu({ groupings, current, onChange }: GroupMenuProps) {
  const words = useWords();
  const label = ({ column, period, isTree }: Grouping) =>
    isTree ? words.treeOf(column.label) : period ? words.monthOf(column.label) : column.label;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant={current ? 'light' : 'default'}
          {...(current ? {} : { px: 7 })}
          aria-label={current ? (current.isTree ? label(current) : words.groupedBy(label(current))) : words.groupBy}
          title={words.groupBy}
          leftSection={current ? <IconStack2 size={16} aria-hidden /> : undefined}
          rightSection={current ? <IconChevronDown size={14} aria-hidden /> : undefined}
        >
          {current ? label(current) : <IconStack2 size={16} aria-hidden />}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.groupBy}</Menu.Label>
        {groupings.map((grouping) => (
          <Menu.Item
            key={grouping.key}
            {...(grouping.key === current?.key ? { fw: 600, 'aria-current': 'true' } : {})}
            onClick={() => onChange(grouping.key)}
          >
            {label(grouping)}
          </Menu.Item>
        ))}
        {current && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(undefined)}>{words.noGroups}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
