import { Text } from '@mantine/core';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

/** A product without a screen that this reader may open. */
export function Nothing() {
  const words = useWords();
  return (
    <ScreenFrame screen={null} title={words.nothingHere} loaded>
      <Text>{words.nothingHereDetail}</Text>
    </ScreenFrame>
  );
}
