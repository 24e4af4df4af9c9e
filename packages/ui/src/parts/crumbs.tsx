import { Anchor } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { useProduct } from '../data/product.ts';
import { crumbsOf } from '../data/routes.ts';
import { useWords } from '../words/words.ts';
import { RouteLink } from './route-link.tsx';

/** Links to the screens above one that is not in the menu's first rank; its title below them says where this is. */
export function Crumbs({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const crumbs = crumbsOf(useProduct(), screen);
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={words.breadcrumbs} className="crumbs">
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.slug}>
            <Anchor size="sm" renderRoot={(props) => <RouteLink to={crumb.route} {...props} />}>
              {crumb.name}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );
}
