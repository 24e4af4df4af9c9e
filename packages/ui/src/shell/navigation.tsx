import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useProduct } from '../data/product.ts';
import { crumbsOf, DOCUMENT_ROUTE, matchScreen, menuOf } from '../data/routes.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

/** The screens that can be opened without more, in the document's order. */
export function Navigation({ onChosen }: { onChosen?: () => void }) {
  const words = useWords();
  const product = useProduct();
  const { pathname } = useLocation();
  const current = matchScreen(product.screens, pathname)?.screen;
  const menu = menuOf(product);
  const within = current && !menu.includes(current) ? crumbsOf(product, current).at(-1) : current;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (within) list.current?.querySelector('[data-within]')?.scrollIntoView({ block: 'nearest' });
  }, [within]);
  return (
    <div className={classes.nav}>
      <ul ref={list}>
        {menu.map((screen) => (
          <li key={screen.slug}>
            <RouteLink
              to={screen.route}
              className={classes.link}
              data-within={screen === within || undefined}
              onClick={onChosen}
            >
              {screen.name}
            </RouteLink>
          </li>
        ))}
      </ul>
      {product.document && (
        <div className={classes.foot}>
          <RouteLink to={DOCUMENT_ROUTE} className={classes.link} onClick={onChosen}>
            {words.document}
            {product.gaps ? ` (${words.gaps(product.gaps)})` : ''}
          </RouteLink>
        </div>
      )}
    </div>
  );
}
