import { lazyPart } from '../data/load-part.ts';
import type { InputProps, ViewProps } from './field.ts';

/** The page that shows and enters a value (3, `widget given by`). */
export const Widget = lazyPart<InputProps | ViewProps>(() => import('../given/widget.tsx'));
