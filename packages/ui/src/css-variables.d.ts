import 'react';

declare module 'react' {
  /** Styles may set variables, which the style sheets read. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
