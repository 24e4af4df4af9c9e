import { Button, Group, Text } from '@mantine/core';
import { useProduct } from '../../data/product.ts';
import { startOf } from '../../data/routes.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

/** The same for what does not exist and for what may not be read: the two can't be told apart. */
export function NotFound({ detail }: { detail?: string }) {
  const words = useWords();
  const start = startOf(useProduct());
  return (
    <ScreenFrame screen={null} title={words.notFound} loaded>
      <Text mb="md">{detail || words.notFoundDetail}</Text>
      <Group>
        {start !== null && (
          <Button variant="default" renderRoot={(props) => <RouteLink to={start} {...props} />}>
            {words.home}
          </Button>
        )}
      </Group>
    </ScreenFrame>
  );
}
