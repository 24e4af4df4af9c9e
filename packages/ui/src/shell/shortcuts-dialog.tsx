import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { useLaterWords } from '../words/later-words.ts';

/** Whether the page has something that keys are for. */
function here(selector: string): boolean {
  return document.querySelector(selector) !== null;
}

/** The keyboard shortcuts that mean something on the present screen. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const words = useLaterWords();
  const all: readonly [keys: readonly string[], does: string, isHere: boolean][] = [
    [['⌘ / Ctrl', 'K'], words.goTo, true],
    [['/'], words.shortcutSearch, here('main search input')],
    [['j k'], words.shortcutRows, here('main tr[data-record]')],
    [['x'], words.shortcutSelect, here('main tr[data-record] input[type="checkbox"]')],
    [['e'], words.shortcutEdit, here('main tr[data-record]')],
    [['F2'], words.shortcutCell, here('main tr[data-record]')],
    [['Shift', '← →'], words.shortcutColumns, here('main th[draggable]')],
    [['← → ↑ ↓'], words.shortcutCards, here('main [data-column]')],
    [['Space'], words.shortcutPanel, here('main [data-opens]')],
    [['↑ ↓', 'j k'], words.shortcutPanelStep, here('main [data-opens], [data-panel]')],
    [['?'], words.shortcuts, true],
    [
      ['Shift', '← → ↑ ↓'],
      words.shortcutShift,
      here('main [aria-keyshortcuts*="Shift+Arrow"]:not(th, [data-ordered])'),
    ],
    [['Shift', '← → ↑ ↓'], words.shortcutOrder, here('main [data-ordered], main [data-column]')],
    [['Enter'], words.shortcutRow, here('main form fieldset')],
    [['Alt', '↓'], words.shortcutDate, here('main form')],
    [['↑ ↓'], words.shortcutStep, here('main form')],
    [['Tab'], words.shortcutTab, true],
    [['Esc'], words.shortcutEscape, true],
  ];
  const keys = all.filter(([, , isHere]) => isHere);
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
