import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { documentQuery } from '../../data/queries.ts';
import { DOCUMENT_ROUTE } from '../../data/routes.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useWords } from '../../words/words.ts';
import { NotFound } from './not-found.tsx';

/** Any address of a product without screens; if the document leaves them open, that is the reason. */
export function NoScreens() {
  const words = useWords();
  const { data, isPending } = useQuery(documentQuery);
  const point = data?.points.find((each) => each.name === 'screens');
  if (isPending) return null;
  if (!point?.open) return <NotFound />;
  return (
    <ScreenFrame screen={null} title={words.openTitle} loaded>
      <Text mb="xs">{words.screensOpen}</Text>
      <Text mb="md">
        <OpenMark clause={String(point.number)} label={point.title} />
      </Text>
      <Anchor renderRoot={(props) => <RouteLink to={DOCUMENT_ROUTE} {...props} />}>{words.document}</Anchor>
    </ScreenFrame>
  );
}
