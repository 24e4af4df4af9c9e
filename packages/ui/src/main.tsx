// In a separate layer, so that the product's styles take precedence in any order in which chunks are loaded.
// The sheets of the library's parts come with the parts (`vite.config.ts`).
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './app.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { broughtProduct } from './data/client.ts';
import { preferences } from './data/preferences.ts';
import { createQueryClient, productQuery } from './data/queries.ts';
import { withinReach } from './data/routes.ts';
import { followFocus } from './parts/kept-place.ts';
import { Toasts } from './parts/toasts.tsx';
import { fetchScreenAt } from './shell/current-screen.tsx';
import { createProductRouter } from './shell/router.tsx';
import { allowStyleText } from './shell/trusted-types.ts';
import { cssVariables, theme } from './theme.ts';
import { fetchWords } from './words/words.ts';

allowStyleText();
followFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queries = createQueryClient();
const router = createProductRouter();
const brought = broughtProduct();
if (brought === null) draw(root);
else {
  queries.setQueryData(productQuery.queryKey, brought);
  // The frame of the page stays in sight until the whole screen can be drawn; a part that does not come says so there.
  void Promise.allSettled([
    fetchScreenAt(withinReach(brought), window.location.pathname),
    fetchWords(preferences().language ?? brought.settings.locale),
    // Found before, the address is drawn with the rest; later it would be drawn at once, as a whole.
    router.load(),
  ]).then(() => draw(root));
}

function draw(place: HTMLElement): void {
  const app = (
    <StrictMode>
      {/* The product knows its reader's language, and sets the direction with it. */}
      <DirectionProvider detectDirection={false}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <Toasts />
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  );
  // In short steps, between which the browser answers to taps.
  startTransition(() => createRoot(place).render(app));
}
