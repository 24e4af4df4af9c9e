import { useMediaQuery } from '@mantine/hooks';

/** Whether the device is one of fingers, which has its own ways to choose dates and times. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
}
