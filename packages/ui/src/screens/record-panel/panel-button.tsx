import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

interface PanelButtonProps extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  /** Its accessible name, which its tooltip shows as well. */
  label: string;
  /** Makes it a link. */
  renderRoot?: (props: ComponentPropsWithoutRef<'a'>) => ReactNode;
}

/** A button of the bar above a record in the panel; its child is its icon. */
export function PanelButton({ label, ...rest }: PanelButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--mantine-color-text)"
      aria-label={label}
      title={label}
      {...rest}
    />
  );
}
