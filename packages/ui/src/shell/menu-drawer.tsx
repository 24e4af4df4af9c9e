import { Drawer } from '@mantine/core';
import { useProduct } from '../data/product.ts';
import { useWords } from '../words/words.ts';
import { Navigation } from './navigation.tsx';

/** The menu of a narrow screen, over the screen. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  return (
    <Drawer
      opened
      onClose={onClose}
      hiddenFrom="md"
      size="16rem"
      padding="xs"
      title={useProduct().title}
      closeButtonProps={{ 'aria-label': words.closeMenu }}
    >
      <nav aria-label={words.mainMenu}>
        <Navigation onChosen={onClose} />
      </nav>
    </Drawer>
  );
}
