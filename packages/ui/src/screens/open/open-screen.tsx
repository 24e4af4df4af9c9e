import { Text } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

/** A screen whose kind is not shown. */
export function OpenScreen({ screen }: { screen: ScreenView }) {
  const words = useWords();
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded>
      <Text mb="xs">{words.screenOpen}</Text>
      <OpenMark clause={`${screen.clause}.kind`} />
    </ScreenFrame>
  );
}
