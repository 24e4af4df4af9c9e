import { useDebouncedValue } from '@mantine/hooks';
import type { EntityView, PresentPersonView } from '@nonet/client';
import { useState } from 'react';
import { useProduct } from '../data/product.ts';
import { useFollowed } from './use-followed.ts';

/** The stream is opened anew when a page follows something else; what it told stays meanwhile. */
const REOPENING_MILLISECONDS = 3_000;
const NOBODY: readonly PresentPersonView[] = [];

/** The others who are at a record now. Whoever asks is there as well, as the others are told. */
export function usePresence(
  { path }: Pick<EntityView, 'path'>,
  id: string,
  doing: 'looks' | 'edits',
): readonly PresentPersonView[] {
  const { user } = useProduct();
  const place = `-/presence/${encodeURIComponent(path)}/${encodeURIComponent(id)}`;
  const address = doing === 'edits' ? `${place}?editing` : place;
  const [answered, setAnswered] = useState({ address, people: NOBODY });
  const [liveAt, setLiveAt] = useState<string | null>(null);
  useFollowed(
    user === null || id === '' ? [] : [address],
    (at, { event, data }) => {
      if (event === 'reset' && 'people' in data) setAnswered({ address: at, people: data.people });
    },
    (isFollowed) => setLiveAt(isFollowed ? address : null),
  );
  const isLive = liveAt === address;
  const [wasLive] = useDebouncedValue(isLive, REOPENING_MILLISECONDS);
  return (isLive || wasLive) && answered.address === address ? answered.people : NOBODY;
}
