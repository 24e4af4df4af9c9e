import { ActionIcon } from '@mantine/core';
import type { EntityView, RecordView } from '@nonet/client';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { bringToHand, isSame, putAway, useAtHand } from '../../data/at-hand.ts';
import { useProduct } from '../../data/product.ts';
import { useWords } from '../../words/words.ts';

/** Stars a record, so that it stays in the menu; a record that is open is at hand there for a while anyway. */
export function Star({ entity, record }: { entity: EntityView; record: RecordView }) {
  const words = useWords();
  const user = useProduct().user?.id ?? null;
  const { name } = entity;
  const { id } = record;
  const isStarred = useAtHand('starred', user).some((each) => isSame(each, { entity: name, id }));
  useEffect(() => {
    if (user !== null) bringToHand('recent', user, { entity: name, id });
  }, [user, name, id]);
  if (user === null) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-pressed={isStarred}
      aria-label={isStarred ? words.unstar(record._title) : words.star(record._title)}
      onClick={() => (isStarred ? putAway : bringToHand)('starred', user, { entity: name, id })}
    >
      {isStarred ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  );
}
