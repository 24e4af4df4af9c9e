/** On what has the focus in a box of its own: Escape there closes that box, and not the library's dialog below it. */
export const CLOSES_ITSELF = { 'data-mantine-stop-propagation': true } as const;
