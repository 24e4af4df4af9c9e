/** For elements with a pop-up of their own: Escape closes that, and not the library's dialog around it. */
export const CLOSES_ITSELF = { 'data-mantine-stop-propagation': true } as const;
