import type { ScreenView } from '@nonet/client';

export interface ScreenProps {
  screen: ScreenView;
  /** The values of the route's parameters, in their order. */
  parameters: readonly string[];
}
