import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

/** Says that the connection is lost while it is: requests wait, and continue by themselves. */
export function OfflineNote() {
  const words = useWords();
  const { online } = useNetwork();
  return (
    <output className={classes.offline ?? ''} hidden={online}>
      {!online && (
        <>
          <IconCloudOff size={16} aria-hidden /> {words.offline}
        </>
      )}
    </output>
  );
}
