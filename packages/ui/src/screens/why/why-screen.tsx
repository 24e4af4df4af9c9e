import { ActionIcon, Modal } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useProduct } from '../../data/product.ts';
import { useWords } from '../../words/words.ts';

const ScreenReasons = lazy(async () => ({ default: (await import('./screen-reasons.tsx')).ScreenReasons }));

/** Asks why a screen of several records shows what it shows, and what it does not: for those who may read the document. */
export function WhyScreen({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const { document } = useProduct();
  const [opened, setOpened] = useState(false);
  if (!document) return null;
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label={words.why} title={words.why} onClick={() => setOpened(true)}>
        <IconHelpCircle size={16} aria-hidden />
      </ActionIcon>
      {opened && (
        <Modal
          opened
          size="lg"
          onClose={() => setOpened(false)}
          title={words.whyTitle(screen.name)}
          closeButtonProps={{ 'aria-label': words.hide }}
        >
          <Suspense>
            <ScreenReasons screen={screen} />
          </Suspense>
        </Modal>
      )}
    </>
  );
}
