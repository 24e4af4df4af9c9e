import { lazyPart } from '../data/load-part.ts';
import type { InputProps, ViewProps } from './field.ts';

/** The pages that show and enter values (3, `widget given by`). */
export const WidgetInput = lazyPart<InputProps>(async () => ({
  default: (await import('../given/widget.tsx')).WidgetInput,
}));
export const WidgetView = lazyPart<ViewProps>(async () => ({
  default: (await import('../given/widget.tsx')).WidgetView,
}));
