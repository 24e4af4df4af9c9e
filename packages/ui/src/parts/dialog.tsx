import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { keptPlace } from './kept-place.ts';

/** A dialog that is there as long as it is open, and gives the focus back to where it was opened from. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [giveBack] = useState(keptPlace);
  useEffect(
    () => () => {
      // Once it is gone from the page, and what is behind it is drawn.
      setTimeout(giveBack);
    },
    [giveBack],
  );
  return <Modal opened {...props} />;
}
