// In a layer of their own: what the product says of its elements holds, in whatever order chunks bring it.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './data/queries.ts';
import { followFocus } from './parts/kept-place.ts';
import { createProductRouter } from './shell/router.tsx';
import { allowStyleText } from './shell/trusted-types.ts';
import { cssVariables, theme } from './theme.ts';

allowStyleText();
followFocus();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="bottom-right" withinPortal={false} />
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createProductRouter()} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
