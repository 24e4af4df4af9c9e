import { Button, Group, Text } from '@mantine/core';
import { lazy } from 'react';
import { useProduct } from '../../data/product.ts';
import { startOf } from '../../data/routes.ts';
import { AwaitedPart } from '../../parts/awaited-part.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';

const WhyNotFound = lazy(async () => ({ default: (await import('./why-not-found.tsx')).WhyNotFound }));

interface NotFoundProps {
  detail?: string;
  /** The entity of the record that the address names. */
  entity?: string | null;
}

/** The same page for unknown and unreadable records, so that they can't be distinguished. */
export function NotFound({ detail, entity = null }: NotFoundProps) {
  const words = useWords();
  const product = useProduct();
  const start = startOf(product);
  return (
    <ScreenFrame screen={null} title={words.notFound} loaded>
      <Text mb="md">{detail || words.notFoundDetail}</Text>
      {product.document && (
        <AwaitedPart>
          <WhyNotFound entity={entity} />
        </AwaitedPart>
      )}
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
