import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';

/** How a card or an entry is taken: by the mouse at once, by a finger that rests on it, because a moving one scrolls. */
export function useDragSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  );
}
