import { Component, type ReactNode } from 'react';
import { ScreenFailure } from '../screens/failure.tsx';

/** Keeps a fault in one screen from taking the frame with it. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <ScreenFailure /> : this.props.children;
  }
}
