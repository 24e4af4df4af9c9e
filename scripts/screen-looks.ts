import type { BrowserContextOptions } from '@nonet/browser';

/** A size of the window and a scheme, to which an open page is brought. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

/** The looks of one visit: a page follows the size and the scheme of its window. */
export interface Visit {
  readonly name: string;
  readonly language: string;
  readonly context: BrowserContextOptions;
  /** The texts of records are made longer by a word that has no place to break. */
  readonly hasLongWords?: true;
  readonly looks: readonly Look[];
}

const both = (name: string, width: number, height: number): Look[] =>
  (['light', 'dark'] as const).map((scheme) => ({ name: `${name}-${scheme}`, width, height, scheme }));
const light = (name: string, width: number, height: number): Look => ({ name, width, height, scheme: 'light' });
const FINGER: BrowserContextOptions = { hasTouch: true, isMobile: true };

/** `narrow` is a small window beside a mouse, as people put two beside each other. */
export const VISITS: readonly Visit[] = [
  {
    name: 'mouse',
    language: 'en-GB',
    context: {},
    looks: [...both('wide', 1440, 900), light('laptop', 1280, 720), light('narrow', 390, 844)],
  },
  {
    name: 'finger',
    language: 'en-GB',
    context: FINGER,
    looks: [light('tablet', 820, 1180), ...both('telephone', 390, 844)],
  },
  {
    name: 'right-to-left',
    language: 'ar',
    context: FINGER,
    looks: [light('rtl-wide', 1440, 900), light('rtl-telephone', 390, 844)],
  },
  {
    name: 'long-words',
    language: 'de',
    context: {},
    hasLongWords: true,
    looks: [light('long-laptop', 1280, 720), light('long-narrow', 390, 844)],
  },
];

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const TEXTS = /"(purpose|description|name|client|subject|_title)":"([^"]+)"/g;

/** An answer of the API whose texts end in a long word. */
export function withLongWords(body: string): string {
  return body.replaceAll(TEXTS, (_all, field: string, text: string) => `"${field}":"${text} ${LONG_WORD}"`);
}
