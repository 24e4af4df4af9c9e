import { useMediaQuery } from '@mantine/hooks';

/** Whether it is a touch device, which has its own inputs for dates and times. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
}
