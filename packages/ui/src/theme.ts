import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#edf5fb',
  '#dae8f4',
  '#b0d0e8',
  '#83b6dc',
  '#5fa0d2',
  '#4893cc',
  '#3a8cca',
  '#2b79b3',
  '#1f6ba1',
  '#0d5c8e',
];

/** Everything that opens over a screen is within its landmark. */
const WITHIN_SCREEN = { target: '#content' };

/** One accent, the system's fonts, small radii; shades are chosen for WCAG AA contrast in light and dark. */
export const theme = createTheme({
  colors: { ink },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    TextInput: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: false,
        yOffset: '8vh',
        transitionProps: { duration: 0 },
        // A dialog's head is no banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', portalProps: WITHIN_SCREEN } },
    // It points nowhere that its input does not say.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    Combobox: { defaultProps: { keepMounted: false, portalProps: WITHIN_SCREEN } },
    Tooltip: {
      defaultProps: { withArrow: true, multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } },
    },
  },
});

/** Greys and reds that keep WCAG AA contrast (4.5) on the page and on tinted grounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d64',
    '--mantine-color-placeholder': '#666d75',
    '--mantine-color-error': '#c22525',
  },
  dark: {
    '--mantine-color-dimmed': '#b1b3b8',
    '--mantine-color-placeholder': '#9a9ca1',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#83b6dc',
  },
});
