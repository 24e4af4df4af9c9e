import { useSyncExternalStore } from 'react';

/**
 * A person's choices about the display on this device, such as a width or folded parts. They are not data of the
 * product, so they stay in the browser, also after a sign-out.
 */
const PREFIX = 'nonet choice ';
const listeners = new Set<() => void>();
/** Choices that the browser can't store last until the page is left. */
const unkept = new Map<string, string>();

/** A choice of this device; null while nothing is chosen. */
export function useKeptChoice(name: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => read(name));
  return [value, (next) => keep(name, next)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(name: string): string | null {
  try {
    return unkept.get(name) ?? localStorage.getItem(PREFIX + name);
  } catch (error) {
    // A browser that lets nothing be kept.
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

function keep(name: string, value: string | null): void {
  try {
    unkept.delete(name);
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (value !== null) unkept.set(name, value);
  }
  for (const listener of listeners) listener();
}
