import { createContext } from 'react';

/** The panel beside a list, a board or a calendar that shows one of its records. */
export interface Panel {
  readonly close: () => void;
}

/** The panel that a screen is shown in; null where it has the page to itself. */
export const PanelContext = createContext<Panel | null>(null);
