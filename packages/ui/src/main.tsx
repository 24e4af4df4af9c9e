// In a separate layer, so that the product's styles take precedence in any order in which chunks are loaded.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './app.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './data/queries.ts';
import { followFocus } from './parts/kept-place.ts';
import { Toasts } from './parts/toasts.tsx';
import { createProductRouter } from './shell/router.tsx';
import { allowStyleText } from './shell/trusted-types.ts';
import { cssVariables, theme } from './theme.ts';

allowStyleText();
followFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    {/* The product knows its reader's language, and sets the direction with it. */}
    <DirectionProvider detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Toasts />
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createProductRouter()} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
);
