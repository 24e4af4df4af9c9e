import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { ScreenFailure } from '../screens/failure.tsx';
import { Product } from './product.tsx';

/**
 * One route for everything: which screen is at an address is the document's matter, found when the product is
 * known. Query strings are kept as the plain text they are.
 */
export function createProductRouter() {
  const root = createRootRoute({ component: Product, errorComponent: ScreenFailure });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/' }),
    createRoute({ getParentRoute: () => root, path: '$' }),
  ]);
  return createRouter({
    routeTree,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}
