import { isSignInOrUp } from '@nonet/language';
import { Anchor } from '@mantine/core';
import type { ProductView } from '@nonet/client';
import type { ReactNode } from 'react';
import { useProduct } from '../data/product.ts';
import { DOCUMENT_ROUTE, matchScreen, menuOf, PASSWORD_ROUTE } from '../data/routes.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';

/** Whether this is the page for signing in: it has no menu. */
export function isEntry(product: ProductView, pathname: string): boolean {
  if (product.user !== null) return false;
  const screen = matchScreen(product.screens, pathname)?.screen;
  return pathname === PASSWORD_ROUTE || (screen !== undefined && isSignInOrUp(screen));
}

/** The page for signing in or up: the product's name, one card, and links to screens that need no account. */
export function EntryFrame({ wide, children }: { wide: boolean; children: ReactNode }) {
  const words = useWords();
  const product = useProduct();
  const others = menuOf(product)
    .filter((screen) => !isSignInOrUp(screen))
    .map(({ route, name }) => ({ route, name }));
  if (product.document) others.push({ route: DOCUMENT_ROUTE, name: words.document });
  return (
    <div className={classes.entry} data-wide={wide || undefined}>
      <div className={classes.brand}>
        <span className={classes.mark} data-brand="mark" aria-hidden>
          {[...product.title][0]?.toUpperCase()}
        </span>
        <span>{product.title}</span>
      </div>
      <div className={classes.card}>{children}</div>
      {others.length > 0 && (
        <nav aria-label={words.mainMenu} className={classes.others}>
          <ul>
            {others.map(({ route, name }) => (
              <li key={route}>
                <Anchor inherit renderRoot={(props) => <RouteLink to={route} {...props} />}>
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
