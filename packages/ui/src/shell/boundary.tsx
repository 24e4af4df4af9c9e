import { Component, type ReactNode } from 'react';
import { ScreenFailure } from '../screens/failure.tsx';

/** Keeps a fault in one screen from taking the frame with it. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ScreenFailure error={this.state.error} />;
  }
}
