import { Group, Text } from '@mantine/core';
import type { EntityView, ScreenView } from '@nonet/client';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

/** A screen at a fixed route whose `where` finds no record that its reader may read: its own words, and how to create one. */
export default function NoRecord({ screen, entity }: { screen: ScreenView; entity: EntityView }) {
  const words = useWords();
  const isOpen = screen.open.some(({ part }) => part === 'empty');
  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded
      actions={<ScreenActions screen={screen} entity={entity} exportQuery={{ screen: screen.slug }} />}
    >
      <Group py="xl" justify="center">
        {isOpen ? <OpenMark clause={`${screen.clause}.empty`} /> : <Text>{screen.empty ?? words.empty}</Text>}
      </Group>
    </ScreenFrame>
  );
}
