/** The library's components that open over a screen, in one chunk, which is fetched when the first is opened. */
export { Menu, Popover } from '@mantine/core';
