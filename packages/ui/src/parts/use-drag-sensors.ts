import {
  type ClientRect,
  type DragEndEvent,
  getClientRect,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { flushSync } from 'react-dom';

type SensorProps = ConstructorParameters<typeof MouseSensor>[0];

/** The place at which the one thing that is dragged was taken. */
let taken: ClientRect | null = null;

/**
 * The library measures what is dragged again whenever anything on the page changes, and takes the difference off the
 * movement. Where an element itself is drawn where it is dragged to, its place says nothing: the first one counts. A
 * screen that draws a copy (`DragOverlay`) is measured as usual, for the copy goes to the new place of the element.
 */
export const measuring = {
  draggable: { measure: (node: HTMLElement): ClientRect => (taken ??= getClientRect(node, { ignoreTransform: true })) },
};

/**
 * A drop is read from what was drawn last. On a busy machine the pointer is let go before its last movements are drawn:
 * what is dragged would land where it was then, or nowhere. So each step is drawn at once, and the release is one.
 */
function drawnAtOnce(props: SensorProps, releases: 'mouseup' | 'touchend'): SensorProps {
  taken = null;
  const onMove: SensorProps['onMove'] = (point) => flushSync(() => props.onMove(point));
  const ends = new AbortController();
  window.addEventListener(
    releases,
    (event) => {
      const point = event instanceof MouseEvent ? event : event.changedTouches[0];
      if (point) onMove({ x: point.clientX, y: point.clientY });
    },
    { capture: true, signal: ends.signal },
  );
  return {
    ...props,
    onMove,
    onStart: (point) => flushSync(() => props.onStart(point)),
    onEnd: () => {
      ends.abort();
      props.onEnd();
    },
    onCancel: () => {
      ends.abort();
      props.onCancel();
    },
  };
}

class ExactMouseSensor extends MouseSensor {
  constructor(props: SensorProps) {
    super(drawnAtOnce(props, 'mouseup'));
  }
}

class ExactTouchSensor extends TouchSensor {
  constructor(props: SensorProps) {
    super(drawnAtOnce(props, 'touchend'));
  }
}

/** How a card or an entry is taken: by the mouse at once, by a finger that rests on it, because a moving one scrolls. */
export function useDragSensors() {
  return useSensors(
    useSensor(ExactMouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(ExactTouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  );
}

/** The droppable place on which something was let go; `over` of the event is that of an earlier drawing. */
export function droppedOn({ collisions }: DragEndEvent): string | null {
  const id = collisions?.[0]?.id;
  return id === undefined ? null : String(id);
}
