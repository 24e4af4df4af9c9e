import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/words.ts';

/** The keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const keys: readonly [readonly string[], string][] = [
    [['⌘ / Ctrl', 'K'], words.goTo],
    [['/'], words.shortcutSearch],
    [['j k'], words.shortcutRows],
    [['x'], words.shortcutSelect],
    [['e'], words.shortcutEdit],
    [['Space'], words.shortcutPanel],
    [['↑ ↓', 'j k'], words.shortcutPanelStep],
    [['?'], words.shortcuts],
    [['Shift', '← → ↑ ↓'], words.shortcutShift],
    [['Alt', '↓'], words.shortcutDate],
    [['↑ ↓'], words.shortcutStep],
    [['Tab'], words.shortcutTab],
    [['Esc'], words.shortcutEscape],
  ];
  return (
    <Dialog onClose={onClose} title={words.shortcuts} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Table verticalSpacing={6} fz="sm">
        <Table.Tbody>
          {keys.map(([pressed, does]) => (
            <Table.Tr key={does}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {pressed.map((key) => (
                  <Kbd key={key} me={4}>
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
