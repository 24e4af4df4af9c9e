import { Kbd, Table } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/words.ts';

/** `?`: which keys do what. */
export function Shortcuts() {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  useHotkeys([['shift+?', () => setOpened(true)]]);
  if (!opened) return null;
  const keys: readonly [readonly string[], string][] = [
    [['⌘ / Ctrl', 'K'], words.goTo],
    [['/'], words.shortcutSearch],
    [['?'], words.shortcuts],
    [['Shift', '← → ↑ ↓'], words.shortcutShift],
    [['Alt', '↓'], words.shortcutDate],
    [['↑ ↓'], words.shortcutStep],
    [['Tab'], words.shortcutTab],
    [['Esc'], words.shortcutEscape],
  ];
  return (
    <Dialog
      onClose={() => setOpened(false)}
      title={words.shortcuts}
      closeButtonProps={{ 'aria-label': words.closeDialog }}
    >
      <Table verticalSpacing={6} fz="sm">
        <Table.Tbody>
          {keys.map(([pressed, does]) => (
            <Table.Tr key={does}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {pressed.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
