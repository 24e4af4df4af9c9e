import type { ModalProps } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../data/load-part.ts';
import { keptPlace } from './kept-place.ts';

const Modal = lazyPart(() => import('./modal.tsx'));

/** A dialog that exists while it is open, and gives the focus back to the element from which it was opened. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [giveBack] = useState(keptPlace);
  useEffect(
    () => () => {
      // After it is gone from the page, and the screen behind it is drawn.
      setTimeout(giveBack);
    },
    [giveBack],
  );
  return (
    <Suspense>
      <Modal opened {...props} />
    </Suspense>
  );
}
